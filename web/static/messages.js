/**
 * What page and server say to each other, as types; docs/web-protocol.md tells what it means.
 *
 * @typedef {{name: string, kind: "person" | "computer", about?: string, here?: boolean}} Player
 * @typedef {{ply: number, actor: number | "chance", sentences: string[], steps?: number[]}} Entry
 *
 * @typedef {object} State
 * @property {"state"} type
 * @property {string} table
 * @property {number} ply
 * @property {string} game
 * @property {string} title
 * @property {number | null} seat
 * @property {boolean} owner
 * @property {Player[]} players
 * @property {number | null} turn
 * @property {string} waits
 * @property {string[]} facts
 * @property {string} picture
 * @property {string[]} legal
 * @property {string[]} descriptions
 * @property {string[]} costs
 * @property {Record<string, string>} danger
 * @property {Entry[]} story
 * @property {string[]} can
 * @property {string[]} aim
 * @property {string | null} result
 * @property {string | null} outcome
 * @property {string | null} seed
 * @property {number[]} clock
 * @property {string[]} pending
 * @property {string} trouble why a computer cannot go on at the moment
 * @property {string} warning what others may know
 * @property {{step: number, steps: number, do: string, lit: number[], said: string} | null} lesson
 * @property {{number: number, of: number, theme: string, level: string} | null} puzzle
 *
 * @typedef {{action: string, sentences?: string, share?: number | null, visits?: number | null, values?: number[] | null}} Candidate
 * @typedef {{type: "preview", ply: number, actions: string[], picture: string, sentences: string[], cost: string, danger: string}} Preview
 * @typedef {{type: "thinking", seat: number, seconds: number, choice?: string, value?: number}} Thinking
 * @typedef {{type: "hint", ply: number, actions: string[], typed: string[], sentences: string[], chances: number[] | null, candidates: Candidate[], picture: string}} Hint
 * @typedef {{type: "chances", ply: number, shares: number[]}} Chances
 * @typedef {{type: "at", ply: number, picture: string, sentences: string[], of: number}} At
 * @typedef {{ply: number, shares: number[], sentences: string[]}} Point
 * @typedef {{ply: number, before: number, after: number, sentences: string[]}} Turn
 * @typedef {{ply: number, word: string, loss: number, better: string}} Mark
 * @typedef {{type: "review", points: Point[], turns: Turn[], marks: Mark[], result: string}} Review
 * @typedef {"record" | "picture" | "replay"} Saved
 * @typedef {{type: "file", what: Saved, name: string, text: string}} File
 * @typedef {{type: "table", table: string, token: string, invites?: [number, string][]}} Go
 * @typedef {{type: "answer", action: string, right: boolean, sentences: string[]}} Answer
 * @typedef {{type: "error", message: string}} Failed
 * @typedef {{type: "explored", ply: number, at: number, moves: string[], actors: number[], sentences: string[], picture: string, legal: string[], descriptions: string[], costs: string[], danger: Record<string, string>, turn: number | null, outcome: string | null}} Explored
 * @typedef {{type: "why", ply: number, played: string, better: string, sentences: string[], picture: string}} Why
 * @typedef {{type: "others", own: number, rows: [string, number][]}} Others
 * @typedef {State | Preview | Thinking | Hint | Chances | At | Review | File | Go | Answer | Explored | Why | Others | Failed} Heard
 *
 * @typedef {{name: string, values?: (string | number)[] | null, bounds?: [number, number] | null, default: string | number | boolean, help: string}} Option
 * @typedef {{name: string, title: string, brief: string, kind: string, seats: [number, number], hidden: boolean, options: Option[], levels: number, lesson: boolean, puzzles: number, picture: string}} GameInfo
 * @typedef {{games: GameInfo[], players: {name: string, about: string, only?: string[]}[], engines: boolean}} Games
 * @typedef {{rules: string, figures: Record<string, string>, glossary: Record<string, string>, aim: string[]}} Manual
 * @typedef {{game: string, seats: number, options: Record<string, string | number>, seed: string | null, players: string[]}} Wish
 * @typedef {{table: string, owner: string, tokens: (string | null)[]}} Made
 * @typedef {{table: string, token: string, game: string, title: string, players: string[], turn: string | number | null, over: boolean, result: string | null, since: number, unreadable?: string}} Mine
 */

export {};
