/** A call of the API, as the clients and attackers of the measures make it. */
import { type Agent, request } from "node:http"

/** A server, with a tenant's token if it wants one. */
export interface Target {
  readonly port: number
  readonly token?: string
}

/** Calls `/api/v1/fetch`; rejects if there is no answer. Without an agent each call has a connection of its own. */
export const call = (
  { port, token }: Target,
  body: object,
  options: { readonly agent?: Agent | false; readonly signal?: AbortSignal } = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const where = { host: "127.0.0.1", port, path: "/api/v1/fetch", method: "POST" }
    const sent = request({ ...where, headers, ...options }, (answer) => {
      answer.resume()
      answer.on("error", reject)
      answer.on("end", () => resolve(answer.statusCode ?? 0))
    })
    sent.on("error", reject)
    sent.end(text)
  })

/** The same for a load: nothing if the answer is a page, else what went wrong. */
export const failureOf = (called: Promise<number>): Promise<string | undefined> =>
  called.then(
    (status) => (status === 200 ? undefined : String(status)),
    (cause: { readonly code?: string; readonly name?: string }) => cause.code ?? cause.name ?? "error",
  )
