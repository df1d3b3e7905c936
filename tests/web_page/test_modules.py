"""Tests of the page's modules with logic, run in the browser."""

from __future__ import annotations

from typing import Any

import pytest

import aicore
from aicore.coach import results

# a meld of up to three cards: the elements are the cards a, b, c and a button for all of them
MELDS = """async () => {
  const {Choosing} = await import('/static/choosing.js');
  //              actions: 0 "a", 1 "a,b", 2 "b", 3 "b,c", 4 "pass"
  const choosing = new Choosing([[0, 1], [1, 2, 3], [3], [4]], 5);
  const seen = [];
  const see = () => seen.push([choosing.left, choosing.whole ?? null, choosing.open]);
  see();
  choosing.choose(1); see();  // b: alone it is whole, and goes on with a or c
  choosing.choose(2); see();  // c: only "b,c" is left
  choosing.choose(0); see();  // a goes with none of these: begin again
  choosing.choose(0); see();  // a again: put back
  return seen;
}"""

# a move not marked dangerous is sent; the server warns, and it must be confirmed
WARNED = """async () => {
  const {Chooser} = await import('/static/chooser.js');
  const sent = [];
  const chooser = new Chooser((message) => sent.push([message.type, ...(message.actions ?? [])]));
  document.body.append(chooser.bar, chooser.board.box);
  const places = '<g data-actions="0"/><g data-actions="1"/>';
  const picture = `<svg xmlns="http://www.w3.org/2000/svg">${places}</svg>`;
  const descriptions = ['', ''];
  const legal = ['jump 1', 'jump 2'], costs = descriptions;
  const state = {ply: 3, legal, descriptions, costs, danger: {}, confirm: {}, picture};
  chooser.show({...state, can: [], pending: [], seat: 0, result: null});
  chooser.choose(1);
  const sentences = ['You jump.'];
  const answer = {ply: 3, actions: ['jump 2'], picture, sentences, cost: '', confirm: ''};
  chooser.preview({...answer, danger: 'That is deep.'});
  const shown = chooser.bar.textContent;
  chooser.bar.querySelector('[data-do=confirm]').click();
  return [shown, sent];
}"""

# two clicks settle "b,c", which must be confirmed, as it commits two cards, and "a,d", which is not
COMMITS = """async () => {
  const {Chooser} = await import('/static/chooser.js');
  const sent = [];
  const chooser = new Chooser((message) => sent.push([message.type, ...(message.actions ?? [])]));
  document.body.append(chooser.bar, chooser.board.box);
  const places = ['0', '1', '1', '0'].map((one, place) =>
    `<g data-actions="${one}" aria-label="${'abcd'[place]}"/><g data-actions="0 1"/>`);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg">${places.join('')}</svg>`;
  const legal = ['a,d', 'b,c'], descriptions = ['', ''], costs = descriptions;
  const confirm = {'b,c': 'That spends 2 cards.'};
  const state = {ply: 3, legal, descriptions, costs, danger: {}, confirm, picture};
  chooser.show({...state, can: [], pending: [], seat: 0, result: null});
  chooser.choose(1); chooser.choose(2);
  const asked = chooser.bar.textContent, before = sent.map(([type]) => type);
  chooser.back(); chooser.back();
  chooser.choose(1); chooser.choose(0);
  return [asked, before, sent.at(-1)];
}"""

# turning points before the first point of a course, between two, on one, and after the last
TURNED = """async () => {
  const {Graph} = await import('/static/graph.js');
  const graph = new Graph(() => {});
  document.body.append(graph.box);
  const both = (mine) => [1 - mine, mine];
  const point = (ply, mine) => ({ply, shares: both(mine), searched: both(mine), sentences: []});
  const turn = (ply) => ({ply, before: 0, after: 1, sentences: ['A turn.']});
  const points = [point(13, 0.2), point(20, 0.9), point(40, 0.5)];
  const review = {points, summary: [], turns: [1, 15, 20, 41].map(turn)};
  graph.show(review, {seat: 1, players: [{name: 'a'}, {name: 'b'}]});
  const line = graph.box.querySelector('polyline.seat-1');
  const course = [...line.points].map((one) => [one.x, one.y]);
  const off = [...graph.box.querySelectorAll('.turning')].map((circle) => {
    const [x, y] = [circle.cx.baseVal.value, circle.cy.baseVal.value];
    return Math.min(...course.slice(1).map(([toX, toY], place) => {
      const [fromX, fromY] = course[place];
      const part = Math.min(1, Math.max(0, (x - fromX) / (toX - fromX)));
      return Math.hypot(x - fromX - part * (toX - fromX), y - fromY - part * (toY - fromY));
    }));
  });
  return off.map((distance) => distance < 1);
}"""

# a game with eight events before the first decision: where its courses begin, where a click leads
BEGUN = """async () => {
  const {Graph} = await import('/static/graph.js');
  const {scores} = await import('/static/ending.js');
  const went = [];
  const graph = new Graph((ply) => went.push(ply));
  document.body.append(graph.box);
  const point = (ply) => ({ply, shares: [0.5, 0.5], searched: [0.5, 0.5], sentences: []});
  const review = {points: [8, 12, 16].map(point), summary: [], turns: []};
  graph.show(review, {seat: 0, players: [{name: 'a'}, {name: 'b'}]});
  const plot = graph.box.querySelector('.plot');
  const left = plot.querySelector('.grid').x1.baseVal.value;
  const course = [...plot.querySelector('polyline').points].map((one) => one.x - left);
  const width = plot.querySelector('.grid').x2.baseVal.value - left;
  graph.mark(3);
  const here = plot.querySelector('.here').x1.baseVal.value - left;
  const box = plot.getBoundingClientRect();
  plot.dispatchEvent(new MouseEvent('click', {clientX: box.left + 1, clientY: box.top + 9}));
  const turn = (ply, actor, ...scores) => ({ply, actor, scores, sentences: ['.']});
  const story = [turn(8, 'chance', 0, 0), turn(10, 0, 1, 0), turn(12, 1, 1, 2), turn(16, 0, 3, 2)];
  const line = scores({story, players: [{}, {}]}).querySelector('path').getAttribute('d');
  const steps = line.match(/(?<=H)[0-9.]+/g).map(Number);
  return [course.map((x) => x / width), here, went, steps];
}"""

NUMBERS = """async () => {
  const {formatNumber} = await import('/static/language.js');
  const {NumberFormat} = Intl;
  Intl.NumberFormat = () => { throw new Error('slow'); };
  const whole = [0, -12, 1e6].map((number) => formatNumber(number));
  Intl.NumberFormat = NumberFormat;
  return [...whole, formatNumber(0.5), formatNumber(2, 1)];
}"""

TEXT = (
    "# Aim\\n\\n<img src=x onerror=alert(1)> **Take** `a <b>` & _run_.\\n\\n"
    "- one\\n  more\\n- two\\n\\n"
    "| | b |\\n|---|---|\\n| 1 | [x](javascript:alert(1)) |\\n\\n    code  <i>\\n"
)
MARKDOWN = f"""async () => {{
  const {{markdown}} = await import('/static/markdown.js');
  const box = document.createElement('div');
  box.append(markdown("{TEXT}"));
  return box.innerHTML;
}}"""


def test_choosing_narrows_what_is_left(visit: Any) -> None:
    assert visit().evaluate(MELDS) == [
        [[0, 1, 2, 3, 4], None, [0, 1, 2, 3]],
        [[1, 2, 3], 2, [0, 2]],
        [[3], 3, []],
        [[0, 1], 0, [1]],
        [[0, 1, 2, 3, 4], None, [0, 1, 2, 3]],
    ]


def test_a_course_begins_at_the_first_decision(visit: Any) -> None:
    """Its axis ends at the last event; steps of 2, 4 and 8 of 8 events are quarters of 320."""
    course, here, went, steps = visit().evaluate(BEGUN)
    assert course == pytest.approx([0, 0.5, 1], abs=0.001)
    assert here == 0  # an earlier position lies at the start
    assert went == [8]
    assert steps == [2, 81, 160, 318]  # 2 of 320 units are left free at both ends


def test_whole_numbers_are_written_without_the_slow_formatter(visit: Any) -> None:
    assert visit().evaluate(NUMBERS) == ["0", "-12", "1000000", "0.5", "2.0"]


def test_a_move_that_turns_out_dangerous_must_be_confirmed(visit: Any) -> None:
    shown, sent = visit().evaluate(WARNED)
    assert "You jump." in shown
    assert "That is deep." in shown
    assert sent == [["act", "jump 2"], ["act", "jump 2"]]


def test_a_move_of_several_cards_must_be_confirmed_and_several_clicks_not(visit: Any) -> None:
    asked, before, last = visit().evaluate(COMMITS)
    assert "That spends 2 cards." in asked
    assert before == ["preview"]
    assert last == ["act", "a,d"]


def test_rules_become_elements_and_nothing_in_them_is_markup(visit: Any) -> None:
    shown = visit().evaluate(MARKDOWN)
    for part in (
        "<h2>Aim</h2>",
        "&lt;img src=x onerror=alert(1)&gt; <strong>Take</strong> <code>a &lt;b&gt;</code> &amp;",
        "<em>run</em>",
        "<ul><li>one more</li><li>two</li></ul>",
        '<td></td><th scope="col">b</th>',  # nothing is a heading without words
        "<td>1</td><td>x)</td>",
        "<pre",
        "code  &lt;i&gt;",
    ):
        assert part in shown
    assert "<img" not in shown
    assert "href" not in shown


def test_each_turning_point_lies_on_the_course(visit: Any) -> None:
    assert visit().evaluate(TURNED) == [True] * 4


# results as the page writes them
WRITTEN = """async ([stakes, shares]) => {
  const {axis, figure, result, size} = await import('/static/marks.js');
  return [
    shares.map((share) => figure(share, stakes)),
    shares.map((share) => result(share, stakes)),
    shares.map((share) => `${size(share, stakes)} ${stakes?.unit ?? '%'}`),
    axis(shares, stakes).map(([, label]) => label),
  ];
}"""


@pytest.mark.parametrize(
    ("name", "options", "shares"),
    [
        ("backgammon", {}, [0.5, 0.4999, 0.6417, 0.3]),
        ("backgammon", {"cube": 2}, [0.46, 0.54]),
        ("backgammon", {"cube": 6}, [0.5, 0.61]),
        ("leduc_poker", {}, [0.0, 1.0]),
        ("leduc_poker", {}, [0.5, 1.014]),
        ("kuhn_poker", {}, [0.5]),
    ],
)
def test_returns_are_written_as_in_python(
    visit: Any, name: str, options: dict[str, int], shares: list[float]
) -> None:
    game = aicore.load(name, **options)
    found = visit().evaluate(WRITTEN, [results.as_message(game), shares])
    assert found == [
        [results.figure(game, share) for share in shares],
        [results.result(game, share) for share in shares],
        [results.size(game, share) for share in shares],
        list(results.marks(game, *results.axis(game, shares))),
    ]


def test_chances_are_written_in_percent(visit: Any) -> None:
    shares = [0.614, 0.04, 1.014]  # a fitted share may lie beyond 1
    figures, _results, sizes, labels = visit().evaluate(WRITTEN, [None, shares])
    assert figures == ["61 %", "4 %", "100 %"]
    assert sizes == ["61 %", "4 %", "101 %"]
    assert labels == ["0", "50", "100"]


# a review of a game for stakes: its heading, scale, turning points and marks
STAKES = """async () => {
  const {Graph} = await import('/static/graph.js');
  const {Players} = await import('/static/players.js');
  const {Story} = await import('/static/story.js');
  const stakes = {unit: 'points', low: -12, high: 12, decimals: 2};
  const point = (ply, mine) => ({ply, shares: [mine, 1 - mine], searched: [mine, 1 - mine]});
  const turn = {ply: 2, before: 0.55, after: 0.45, sentences: ['A turn.']};
  const mark = {ply: 2, word: 'blunder', loss: 0.1, better: 'a', told: ''};
  const graph = new Graph(() => {}), players = new Players(() => {}), story = new Story(() => {});
  const box = document.body.appendChild(document.createElement('div'));
  box.append(graph.box, players.bar, story.list);
  const review = {points: [point(1, 0.55), point(2, 0.45)], summary: [], turns: [turn]};
  graph.show(review, {seat: 0, stakes, players: [{name: 'a'}, {name: 'b'}]});
  players.chances([0.55, 0.45], ['a', 'b'], null, stakes);
  story.show({story: [{ply: 2, actor: 0, sentences: ['It moves.']}]});
  story.judge([mark], stakes);
  const labels = [...graph.box.querySelectorAll('.label')].map((one) => one.textContent);
  const spoken = players.bar.querySelector('[role=img]').getAttribute('aria-label');
  const texts = [graph.box.querySelector('.head'), graph.box.querySelector('.swing'),
    story.list.querySelector('.verdict')].map((one) => one.textContent);
  return [texts, labels, spoken, box.textContent];
}"""


def test_a_table_for_stakes_shows_returns_in_its_unit(visit: Any) -> None:
    texts, labels, spoken, everything = visit().evaluate(STAKES)
    head, swing, verdict = texts
    assert head.startswith("Expected points")
    assert swing == "+1.20 → -1.20 points"
    assert verdict.startswith("Blunder: it cost 2.40 points. Better: a")
    assert labels == ["-2", "0", "+2", "start", "end"]
    assert spoken == "Expected points: a +1.20, b -1.20"
    assert "%" not in everything
    assert "win" not in everything.lower()


# sixty finished games, and a running one before them
MANY = """async () => {
  const {ended, keep, tables} = await import('/static/keep.js');
  for (const of of Array(61).keys()) keep({table: `t${of}`, token: `k${of}`, title: ''});
  const before = tables().length;
  ended(new Set(tables().map((one) => one.token).filter((token) => token !== 'k0')));
  keep({table: 'new', token: 'new', title: ''});
  return [before, tables().map((one) => one.token)];
}"""


def test_the_token_of_an_unfinished_game_is_kept(visit: Any) -> None:
    before, tokens = visit().evaluate(MANY)
    assert before == 61
    assert len(tokens) == 60
    assert tokens[0] == "new"
    assert tokens[-1] == "k0"
    assert "k1" not in tokens
