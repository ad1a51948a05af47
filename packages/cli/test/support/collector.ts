/** A collector of spans on loopback that takes OTLP over HTTP. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

/** A span as it arrives. */
export interface Span {
  readonly name: string
  readonly traceId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Readonly<Record<string, unknown>> }>
}

/** Starts a collector; it answers with `status` and `headers`. */
export const collect = async (status = 200, headers: Readonly<Record<string, string>> = {}) => {
  const requests: Array<{ path: string; authorization: string | undefined; body: string }> = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ path: request.url ?? "", authorization: request.headers.authorization, body })
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: (): ReadonlyArray<Span> =>
      requests.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A span's attributes as an object. */
export const attributesOf = (span: Span | undefined): object =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))
