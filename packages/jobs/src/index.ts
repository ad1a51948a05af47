/** Jobs of many pages: `Frontier` over SQLite, and the visits by the hosts' pace. */
export { layer, make } from "./SqliteFrontier.ts"
export { run } from "./Visits.ts"
