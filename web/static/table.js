/** Table: it shows the server's messages, and sends the person's requests. */

import { Aim } from "./aim.js";
import { notify, setTabTitle } from "./attention.js";
import { Chooser } from "./chooser.js";
import { Below } from "./below.js";
import { announce, h, note, sentence } from "./dom.js";
import { Emotes } from "./emotes.js";
import { Ending } from "./ending.js";
import { Graph } from "./graph.js";
import { Help } from "./help.js";
import { forget, keep, preference, setPreference, tables, tokenOf } from "./keep.js";
import { Invitation } from "./invite.js";
import { keyboard } from "./keys.js";
import { formatNumber, language, t } from "./language.js";
import { closed, Manners } from "./manners.js";
import { missing } from "./missing.js";
import { onNameChange } from "./names.js";
import { Pace } from "./pace.js";
import { result } from "./marks.js";
import { Players } from "./players.js";
import { compared, finished, unrated } from "./progress.js";
import { PuzzleBox } from "./puzzle.js";
import { Share } from "./share.js";
import { LessonBox } from "./lesson.js";
import { Looking } from "./looking.js";
import { address, go, leaveSignal, pageUrl } from "./route.js";
import { stepTime } from "./settings.js";
import { TableSocket } from "./socket.js";
import { sound } from "./sound.js";
import { Story } from "./story.js";
import { terms } from "./terms.js";
import { Tools } from "./tools.js";

/** @import {ServerMessage, Stakes, State, At, Hint, Thinking} from "./messages.js" */

const NARROW = matchMedia("(max-width: 719px)");
const STACKED = matchMedia("(max-width: 919px)"); // the panels lie below the board: see table.css

export class Table {
  /**
   * @param {HTMLElement} main
   * @param {string} id
   */
  constructor(main, id) {
    this.main = main;
    this.id = id;
    this.token = tokenOf(id);
    /** @type {State | undefined} the newest state */
    this.state = undefined;
    /** @type {State | undefined} the shown state */
    this.shown = undefined;
    /** @type {number | null} the earlier position that is shown, as its number of events */
    this.past = null;
    /** @type {({type: string} & Record<string, unknown>) | undefined} a move that was sent, but not yet answered */
    this.flying = undefined;
    this.lastNews = -1;
    this.givenAway = false;

    this.chooser = new Chooser((message) => this.send(message), (why) => this.missed(why));
    this.invitation = new Invitation();
    this.emotes = new Emotes((message) => this.send(message));
    this.players = new Players(() => this.invitation.openDialog());
    this.story = new Story((ply) => this.look(ply), {
      why: (mark) => this.send({ type: "why", ply: mark.ply, better: mark.better }),
      look: (picture) => {
        this.chooser.board.showStill(picture, "past");
        this.chooser.board.reveal();
      },
      play: (mark) => this.explore(mark.ply - 1, [mark.better]),
    });
    this.graph = new Graph((ply) => this.look(ply));
    this.help = new Help();
    this.lesson = new LessonBox();
    this.puzzle = new PuzzleBox(
      () => {
        this.givenAway = true;
        this.send({ type: "solution" });
      },
      (action) => this.send({ type: "preview", actions: [action], ply: this.state?.ply, edition: this.state?.edition }),
    );
    this.tools = new Tools(this);
    this.below = new Below(this.chooser.board.box, this.tools.bar);
    this.looking = new Looking(this);
    this.trial = this.looking.trial;
    this.share = new Share(this.id, (message) => this.send(message));
    this.end = new Ending(this);
    this.manners = new Manners(this.id, this.token, (message) => this.send(message));
    this.pace = new Pace({
      wait: stepTime,
      most: 40,
      ask: (ply) => this.send({ type: "at", ply }),
      step: (at) => this.step(at),
      done: (state) => this.show(state),
    });
    this.aim = new Aim();
    this.lay();
    this.socket = new TableSocket({
      table: this.id,
      join: () => ({ type: "join", table: this.id, token: this.token, narrow: NARROW.matches, language: language() }),
      heard: (heard) => this.heard(heard),
      changed: (how) => this.connection(how),
    });
    for (const width of [STACKED, NARROW]) width.addEventListener("change", () => this.placeEnd(), { signal: leaveSignal() });
    NARROW.addEventListener("change", () => this.send({ type: "look", narrow: NARROW.matches }), { signal: leaveSignal() });
    leaveSignal().addEventListener("abort", () => this.pace.end());
    onNameChange(() => this.state && this.introduce(this.state), leaveSignal());
    keyboard(this);
  }

  lay() {
    const { main } = this;
    this.turn = h("h1", { class: "turn" }, "…");
    this.facts = h("p", { class: "facts" });
    this.notice = h("p", { class: "notice danger", role: "status", hidden: true });
    this.latest = h("p", { class: "last-news", onclick: () => this.latest?.classList.toggle("whole") });
    this.hurry = h("button", { type: "button", class: "small", "data-do": "hurry", title: "m", hidden: true, onclick: () => this.send({ type: "hurry" }) }, t("Move now"));
    this.skip = h("button", { type: "button", class: "small", "data-do": "skip", title: t("Esc"), hidden: true, onclick: () => this.pace.hurry() }, t("Skip"));
    this.lost = h("div", { class: "lost", role: "alert", hidden: true });
    this.place = h("span", { class: "place" }, h("a", { href: pageUrl("") }, t("All games")), h("span", { class: "title" }));
    document.getElementById("top")?.querySelector(".brand")?.after(this.place);
    leaveSignal().addEventListener("abort", () => this.place?.remove());
    main.className = "table";
    main.replaceChildren(
      this.lost,
      h(
        "div",
        { class: "stage" },
        h("div", { class: "status" }, this.turn, this.latest, this.facts, this.hurry, this.skip),
        this.notice,
        this.manners.asks,
        this.lesson.box,
        this.players.bar,
        this.chooser.board.box,
        this.chooser.bar,
        this.looking.box,
        this.trial.box,
        this.emotes.shown,
        this.below.button,
      ),
      h("aside", { class: "side" }, this.players.box, this.puzzle.box, this.tools.bar, this.emotes.box, ...this.tools.panels(this), this.manners.box),
    );
    this.placeEnd();
    const [stage, above] = [this.chooser.board.box.parentElement, [this.manners.asks, this.lesson.box, this.players.bar]];
    const watched = new ResizeObserver(() => stage?.style.setProperty("--above", `${above.reduce((sum, one) => sum + (one.offsetHeight && one.offsetHeight + 8), 0)}px`));
    for (const one of above) watched.observe(one); // the board leaves room for them
    leaveSignal().addEventListener("abort", () => watched.disconnect());
  }

  /** Put the puzzle, the result and its review in view: beside the board, or above it. */
  placeEnd() {
    const { end, graph, lesson, players, puzzle, tools } = this;
    if (STACKED.matches) {
      lesson.box.after(puzzle.box);
      this.notice?.after(end.box, graph.box);
    } else {
      players.box.after(puzzle.box, end.box);
      tools.panel?.log.prepend(graph.box);
    }
    if (NARROW.matches) tools.bar.append(puzzle.buttons);
    else puzzle.box.append(puzzle.buttons);
    tools.placeSteps(NARROW.matches && this.shown?.result != null);
  }

  /** @param {{type: string} & Record<string, unknown>} message */
  send(message) {
    if (this.trial.takes(message)) return;
    const moves = message.type === "act" || message.type === "type";
    if (moves) {
      if (this.past !== null) this.look(null);
      this.flying = message;
      this.main.dataset.state = "sent";
    }
    if (message.type === "act") sound("mine");
    if (!this.socket.send(message) && !moves) note(t("Connection lost. Reconnecting …"));
  }

  /** @param {ServerMessage} heard */
  heard(heard) {
    if (heard.type === "state") return this.news(heard);
    if (heard.type === "preview" && this.puzzle.plays(heard)) {
      if (this.turn) this.turn.textContent = this.puzzle.outcome;
      this.turn?.classList.remove("yours");
      return this.chooser.board.showStill(heard.picture, "solved");
    }
    if (heard.type === "preview") return this.past === null ? this.chooser.preview(heard) : undefined;
    if (heard.type === "thinking") return this.thinking(heard);
    if (heard.type === "hint") return this.hint(heard);
    if (heard.type === "chances") {
      if (heard.ply === this.shown?.ply) this.players.chances(heard.shares, this.names(), heard.draw, this.state?.stakes);
      return this.tools.waiting("chances", false);
    }
    if (heard.type === "at") return this.pace.came(heard) ? undefined : this.looking.show(heard);
    if (heard.type === "explored") {
      this.helped("moves tried out");
      return this.trial.came(heard);
    }
    if (heard.type === "why") {
      this.story.because(heard);
      return this.chooser.board.reveal();
    }
    if (heard.type === "others") {
      compared(this.id, heard.rows);
      return this.end.compared(heard);
    }
    if (heard.type === "review") {
      this.tools.waiting("review", false);
      this.tools.pressed("review", true);
      if (this.state) this.graph.show(heard, this.state);
      if (STACKED.matches && this.past === null) this.graph.box.scrollIntoView({ block: "start" });
      this.story.judge(heard.marks, this.state?.stakes);
      this.tools.open("log");
      this.end.reviewed(heard);
      return undefined;
    }
    if (heard.type === "emote") return this.emotes.receive(heard);
    if (heard.type === "file") return void this.share.save(heard);
    if (heard.type === "table") {
      keep({ table: heard.table, token: heard.token, title: this.state?.title ?? "", ...(heard.invites && { invites: heard.invites }) });
      go(address("table", heard.table, heard.token));
      return undefined;
    }
    if (heard.type === "answer") {
      this.settle();
      this.puzzle.answered(heard, this.givenAway);
      if (STACKED.matches) this.puzzle.box.scrollIntoView({ block: "nearest" });
      this.givenAway = false;
      return undefined;
    }
    if (heard.type === "error") {
      this.looking.asked = undefined;
      this.tools.waiting(null, false);
      this.share.busy(null, false);
      this.settle();
      note(this.state?.lesson ? heard.message.replace(/(?<=[.!?]) \p{L}+: [^:]*$/u, "") : heard.message);
    }
    return undefined;
  }

  /**
   * Say why a click chose nothing.
   *
   * @param {import("./board.js").Missed} missed
   */
  missed({ why, attempt, name }) {
    const { state } = this;
    if (!state || state.result !== null) return;
    const [what, ...about] = name.split("\n");
    if (this.past === null && about.length && !why && !attempt) note(about.join(" "), true);
    else if (this.past !== null) note(t("You are viewing an earlier position. Press » to return to the game."), true);
    else if (state.turn !== state.seat || state.seat === null) note(state.waits ? t("Waiting for {names} to move.", { names: state.waits }) : t("There is nothing to choose right now."), true);
    else if (why) note(why, true);
    else if (attempt && !state.legal.includes(attempt)) this.send({ type: "preview", actions: [attempt], ply: state.ply, edition: state.edition });
    else note(what ? t("{thing}: you can't choose this now.", { thing: what }) : t("Nothing to do there. Choose something outlined."), true);
  }

  /** Show the position as before a move that was sent but not played. */
  settle() {
    this.flying = undefined;
    if (this.main.dataset.state === "sent") this.main.dataset.state = "mine";
    this.chooser.failed();
  }

  /** @returns {string[]} */
  names() {
    return this.state?.players.map((player) => player.name) ?? [];
  }

  /** @param {State} state */
  news(state) {
    const first = !this.state;
    const over = state.result !== null;
    const turned = first || over !== (this.state?.result !== null);
    this.state = state;
    const game = !state.puzzle && !state.lesson;
    if (this.token && turned) finished(state, this.used);
    if (this.token && turned && game) keep({ table: this.id, token: this.token, title: state.title, over });
    if (first) {
      const title = this.place?.lastElementChild;
      if (title) title.textContent = state.title;
      this.main.dataset.accent = state.accent;
      this.main.dataset.game = state.game;
      terms(state.game).then((words) => this.chooser.board.explain(words), () => {}); // the game needs no explanations
      if (this.token && !game) forget(this.token); // lessons and puzzles are not listed as games
      if (game) this.introduce(state);
    }
    if (this.notice) {
      this.notice.textContent = [state.trouble, state.warning].filter(Boolean).map(sentence).join(" ");
      this.notice.hidden = !this.notice.textContent;
    }
    const { flying } = this;
    this.flying = undefined;
    if (flying && flying.ply === state.ply && flying.edition === state.edition && this.resend) this.send(flying);
    this.resend = false;
    const invites = (tables().find((one) => one.table === this.id && one.invites)?.invites ?? []).map(
      ([seat, token]) => /** @type {[number, string]} */ ([seat, address("table", this.id, token)]),
    );
    this.players.show(state, invites);
    this.invitation.show(state, invites);
    this.emotes.show(state);
    this.tools.show(state);
    if (!state.puzzle && !state.lesson) this.manners.show(state);
    this.lesson.show(state);
    this.puzzle.show(state);
    this.aim.show(state);
    this.pace.to(state);
  }

  /** Tell a new table the person's name. @param {State} state */
  introduce(state) {
    const name = preference("name", "");
    const { token } = this;
    if (!name || !token || state.seat === null || tables().find((one) => one.token === token)?.called === name) return;
    keep({ table: this.id, token, title: state.title, called: name });
    this.send({ type: "sit", name });
  }

  /**
   * Show a step of an opponent's turn.
   *
   * @param {At} at
   */
  step(at) {
    if (this.past !== null) return;
    const actor = this.state?.story.find((turn) => turn.ply >= at.ply)?.actor;
    if (this.turn && typeof actor === "number") this.turn.textContent = t("{name} moves", { name: this.names()[actor] });
    this.quiet();
    if (this.skip) this.skip.hidden = false;
    this.chooser.board.showStill(at.picture, "step");
    this.turn?.classList.remove("yours");
    this.tell(at.sentences.join(" "), at.ply);
    sound("theirs");
  }

  /** @param {State} state */
  show(state) {
    const before = this.shown;
    this.shown = state;
    if (this.past !== null && before) return this.showBeside(state);
    this.story.show(state);
    this.story.mark(null);
    this.graph.mark(null);
    this.chooser.show(state);
    this.players.beside(this.chooser.board.box, this.names());
    const mine = state.seat !== null && state.turn === state.seat && state.result === null;
    this.main.dataset.state = state.result !== null ? "over" : mine ? "mine" : "waits";
    this.main.dataset.ply = String(state.ply);
    this.tools.placeSteps(NARROW.matches && state.result !== null);
    if (this.turn) this.turn.textContent = state.outcome ?? headline(state, mine);
    this.turn?.classList.toggle("yours", mine);
    this.showFacts(state);
    this.quiet();
    if (!state.lesson) this.end.show(state); // a lesson has an end of its own
    if (state.result !== null && (!before || before.result === null)) this.tools.open("log"); // the list of moves is empty now
    const last = state.story.filter((entry) => entry.sentences.length).at(-1);
    if (last && last.ply !== this.lastNews) this.tell(last.sentences.join(" "), last.ply);
    this.tellGoal(STACKED.matches && state.result === null && !state.lesson && !state.puzzle ? this.aim.goal(state) : "");
    if (before && before.ply !== state.ply) {
      if (state.result !== null && before.result === null) sound("end");
      else if (mine && before.turn !== state.turn) sound("turn");
    }
    setTabTitle(state.title, state.result !== null ? "over" : mine ? "mine" : "waits", state.outcome ?? t("Game over"));
    if (mine && before?.turn !== state.turn) {
      announce(`${this.latest?.textContent ?? ""} ${t("Your turn.")}`);
      if (before) notify(t("Your turn: {game}", { game: state.title }), this.latest?.textContent ?? "");
    }
    if (preference("chances", "off") !== "on") this.players.chances(null, []);
    else if (state.can.includes("chances") && (!before || before.ply !== state.ply)) this.send({ type: "chances" });
    return undefined;
  }

  /** @returns {string | undefined} help that this person used in the game */
  get used() {
    return tables().find((one) => one.token === this.token)?.help;
  }

  /** @returns {string} the reason why the game is not rated; "" if it is, or if no rating is at stake */
  get unrated() {
    return this.state ? unrated(this.state, this.used) : "";
  }

  /** Note that help was used, so the game is not rated. @param {string} help */
  helped(help) {
    const { state, token } = this;
    if (!state || !token || state.puzzle || state.lesson || state.result !== null || this.used) return;
    keep({ table: this.id, token, title: state.title, help });
    this.showFacts(state);
  }

  /** @param {State} state */
  showFacts({ facts }) {
    this.facts?.replaceChildren(...[...facts, this.unrated].filter(Boolean).map((fact) => h("span", { class: "fact" }, fact)));
  }

  /** Show the story of a game that went on while an earlier position is shown. @param {State} state */
  showBeside(state) {
    this.story.show(state);
    this.story.mark(this.past);
  }

  /**
   * @param {string} text
   * @param {number} ply
   */
  tell(text, ply) {
    this.lastNews = ply;
    if (this.latest) this.latest.textContent = this.latest.title = text;
    announce(text);
  }

  /** Show the goal where the news is: on a phone, what explains the game lies far below the board. @param {string} goal */
  tellGoal(goal) {
    if (goal && this.latest) this.latest.textContent = goal;
    this.latest?.classList.toggle("whole", goal !== "");
  }

  /** @param {Thinking} heard */
  thinking(heard) {
    const { turn, hurry, state } = this;
    if (!turn || !hurry || !state || state.result !== null || this.pace.busy || this.past !== null) return;
    turn.textContent = thought(heard, state.players[heard.seat]?.name ?? t("The computer"), state.stakes);
    hurry.hidden = !state.can.includes("hurry");
  }

  /** Hide the buttons that hurry a computer or skip steps. */
  quiet() {
    if (this.skip) this.skip.hidden = true;
    if (this.hurry) this.hurry.hidden = true;
  }

  /** @param {Hint} heard */
  hint(heard) {
    this.tools.waiting("hint", false);
    this.helped("hint used");
    if (this.past !== null && !this.trial.on) this.look(null);
    this.chooser.hint(heard);
    this.tools.candidates(heard);
    // outside a trial the chances come in a message of their own, with the draws
    if (this.trial.on && preference("chances", "off") === "on" && heard.chances?.length && heard.ply === this.shown?.ply) this.players.chances(heard.chances, this.names(), null, this.state?.stakes);
  }

  /** Show an earlier position; null for the current one. @param {number | null} ply */
  look(ply) {
    this.looking.look(ply);
  }

  /**
   * Try other moves from a position.
   *
   * @param {number} ply
   * @param {string[]} [moves]
   */
  explore(ply, moves) {
    this.looking.explore(ply, moves);
  }

  /** Go one step back or forward. @param {number} by */
  stepBy(by) {
    this.looking.stepBy(by);
  }

  /** Show or hide the win chances, or the expected results in a game for stakes. */
  chances() {
    const on = preference("chances", "off") !== "on";
    setPreference("chances", on ? "on" : "off");
    this.players.chances(null, []);
    this.tools.pressed("chances", on);
    if (!on) return;
    this.tools.waiting("chances", true);
    this.send({ type: "chances" });
  }

  /** @param {"on" | "lost" | "gone" | "refused"} how */
  connection(how) {
    const { lost } = this;
    if (!lost) return;
    if (how === "on") this.resend = this.flying !== undefined;
    else this.tools.waiting(null, false);
    if (!this.state && (how === "gone" || how === "refused")) return this.nothing();
    lost.hidden = how === "on";
    const text = {
      on: "",
      lost: t("Connection lost. Reconnecting … Your game is saved."),
      gone: t("You can't open this game, or it no longer exists."),
      refused: t("The server closed the connection."),
    }[how];
    lost.replaceChildren(text, how === "gone" || how === "refused" ? h("a", { href: pageUrl(""), class: "button" }, t("All games")) : "");
  }

  /** Say that there is no such table, or none that may be seen. */
  nothing() {
    missing(this.main, t("Game not found"), t("There is no game at this address. It may have been deleted."));
    closed(this.id).then((reason) => missing(this.main, t("You can't open this game"), reason), () => {});
  }
}

/**
 * @param {State} state
 * @param {boolean} mine
 * @returns {string}
 */
function headline(state, mine) {
  if (mine) return t("Your turn");
  const name = state.turn === null ? "" : state.players[state.turn]?.name;
  return name ? t("{name} to move", { name }) : state.waits || state.title;
}

/**
 * Return a line about the computer that thinks, its time and its choice.
 *
 * @param {Thinking} heard
 * @param {string} name
 * @param {Stakes | null} [stakes]
 */
function thought({ seconds, choice, value }, name, stakes) {
  const slots = { name, seconds: formatNumber(seconds, seconds < 10 ? 1 : 0) };
  if (!choice || preference("notation", "off") !== "on") return t("{name} is thinking … {seconds} s", slots);
  if (typeof value !== "number") return t("{name} is thinking … {seconds} s, leaning toward {move}", { ...slots, move: choice });
  return t("{name} is thinking … {seconds} s, leaning toward {move} ({chance})", { ...slots, move: choice, chance: result(value, stakes) });
}
