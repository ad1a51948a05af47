/**
 * The part of undici that the transport uses, from its modules. Its index loads 80 more, such as `fetch` and WebSocket,
 * which takes 40 ms at the first page.
 */
import api from "undici/lib/api/index.js"
import Dispatcher from "undici/lib/dispatcher/dispatcher.js"

export { default as buildConnector } from "undici/lib/core/connect.js"
export { default as errors } from "undici/lib/core/errors.js"
export { default as Agent } from "undici/lib/dispatcher/agent.js"
export { default as Pool } from "undici/lib/dispatcher/pool.js"

// As the index does: `request` and the like are methods of every dispatcher.
Object.assign(Dispatcher.prototype, api)
