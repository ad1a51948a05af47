/** A call of the server, as the clients and attackers of the measures make it. */
import { type Agent, request } from "node:http"

/** A server, with a tenant's token if it wants one. */
export interface Target {
  readonly port: number
  readonly token?: string
}

/** An answer: its status and its body. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Posts JSON to a path; rejects if there is no answer. Without an agent each call has a connection of its own. */
export const call = (
  { port, token }: Target,
  path: string,
  body: object | string,
  options: { readonly agent?: Agent | false; readonly signal?: AbortSignal } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const text = typeof body === "string" ? body : JSON.stringify(body)
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const sent = request({ host: "127.0.0.1", port, path, method: "POST", headers, ...options }, (answer) => {
      const parts: Array<Buffer> = []
      answer.on("data", (part: Buffer) => parts.push(part))
      answer.on("error", reject)
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
    })
    sent.on("error", reject)
    sent.end(text)
  })

/** The name of what kept a call from its answer. */
export const reasonOf = (cause: { readonly code?: unknown; readonly name?: string }): string =>
  typeof cause.code === "string" ? cause.code : (cause.name ?? "error")

/** The same for a load: nothing if the answer is a page, else what went wrong. */
export const failureOf = (called: Promise<Answer>): Promise<string | undefined> =>
  called.then(({ status }) => (status === 200 ? undefined : String(status)), reasonOf)
