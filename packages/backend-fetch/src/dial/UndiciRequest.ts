/**
 * The one place that reaches inside undici: the handler of a request that the diagnostics channel
 * `undici:request:create` publishes.
 *
 * The published request is undici's own object. It keeps the handler that `dispatch` was given under a symbol that
 * undici doesn't export, and has no public field that tells whose request it is. Its test fails when undici keeps the
 * handler elsewhere.
 */

/** The handler that a published request was dispatched with; `undefined` if it can't be found. */

export const handlerOf = (request: object): unknown => {
  if (handler === undefined || !(handler in request)) {
    handler = Object.getOwnPropertySymbols(request).find(({ description }) => description === "handler")
  }
  return handler === undefined ? undefined : Reflect.get(request, handler)
}

/** Looked up once; every request of one copy of undici has the same symbol. */
let handler: symbol | undefined
