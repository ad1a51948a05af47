/** Tests what we take from undici's inside: it fails when undici keeps a request's handler elsewhere. */
import { assert, it } from "@effect/vitest"
import { channel } from "node:diagnostics_channel"
import { type Dispatcher, Pool } from "undici"
import { handlerOf } from "../../src/dial/UndiciRequest.ts"

const handler = (): Dispatcher.DispatchHandler => ({
  onRequestStart: () => {},
  onResponseStart: () => {},
  onResponseData: () => {},
  onResponseEnd: () => {},
  onResponseError: () => {},
})

it("a published request has the handler that it was dispatched with", () => {
  const created = channel("undici:request:create")
  const published: Array<unknown> = []
  const listener = (message: unknown) => {
    const { request } = message as { readonly request: object }
    published.push(handlerOf(request))
  }
  const handlers = [handler(), handler()]
  // It never connects, so no socket is opened.
  const pool = new Pool("http://site.test", { connect: () => {} })
  created.subscribe(listener)
  for (const each of handlers) pool.dispatch({ method: "GET", path: "/" }, each)
  created.unsubscribe(listener)
  assert.strictEqual(published.length, 2)
  assert.isTrue(published.every((found, at) => found === handlers[at]))
})

it("an object of another kind has none", () => {
  assert.isUndefined(handlerOf({}))
})
