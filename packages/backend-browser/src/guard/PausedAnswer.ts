/** How the browser gets the answer to a paused request. */
import * as Effect from "effect/Effect"
import type { Renderer } from "@porthole/core"
import * as Router from "../browser/Router.ts"
import type { Paused } from "../cdp/Answers.ts"
import type { Connection } from "../cdp/Connection.ts"

/** The answer to a preflight. */
export const granted = (headers: Readonly<Record<string, string>>): Renderer.PartAnswer => ({
  status: 204,
  headers,
  setCookies: [],
  bytes: new Uint8Array(),
})

/** The fetched document. Only the statuses of an error matter to a browser; others could mean that there is none. */
export const documentAnswer = ({ bytes, contentType, status }: Renderer.RenderDocument): Renderer.PartAnswer => ({
  status: status >= 400 && status < 600 ? status : 200,
  headers: { "content-type": contentType },
  setCookies: [],
  bytes,
})

/** Gives an answer; one that the browser can't take, such as an unknown status, fails like any other. */
export const fulfill = (connection: Connection, paused: Paused, part: Renderer.PartAnswer): Effect.Effect<void> => {
  const headers = Object.entries(part.headers).flatMap(([name, value]) => (dropped.has(name) ? [] : [{ name, value }]))
  const cookies = part.setCookies.map((value) => ({ name: "set-cookie", value }))
  return connection
    .send("Fetch.fulfillRequest", {
      requestId: paused.requestId,
      responseCode: part.status,
      responseHeaders: [...headers, ...cookies],
      body: Buffer.from(part.bytes).toString("base64"),
    })
    .pipe(
      Effect.asVoid,
      Effect.catch(() => Effect.sync(() => Router.refuse(connection, paused))),
    )
}

// --- private --------------------------------------------------------------------------

/** They speak of the connection, which there is none of, or ask for reports, speculation and the like. */
const dropped: ReadonlySet<string> = new Set([
  "alt-svc",
  "clear-site-data",
  "connection",
  "content-encoding",
  "content-length",
  "nel",
  "origin-trial",
  "report-to",
  "reporting-endpoints",
  "service-worker-allowed",
  "set-cookie",
  "speculation-rules",
  "strict-transport-security",
  "transfer-encoding",
])
