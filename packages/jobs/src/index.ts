/** Jobs of many pages: `Frontier` over SQLite, and the visits by the hosts' pace. */
export type { Trouble } from "./HostState.ts"
export { layer, make } from "./SqliteFrontier.ts"
export { troubleOf } from "./Trouble.ts"
export type { Rest, Settled, Visited } from "./Turn.ts"
export { type Options, run } from "./Visits.ts"
