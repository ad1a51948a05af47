/** A server, run from the sources on a free port of loopback, over a backend of literals; and raw requests to it. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Conversation, SettingSet, Settings, WebBackend, WebError } from "@porthole/core"
import { AccessTokens, Credentials, JobStore } from "@porthole/stores"
import { Server } from "@porthole/serve"
import { JobSettings, JobWorker, Node, ToolSettings } from "@porthole/tools"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import { type IncomingHttpHeaders, request as httpRequest } from "node:http"
import * as Routes from "../../src/Routes.ts"
import * as Provider from "./tenancy/Provider.ts"
import { ServerSettings } from "../../src/index.ts"

/** Settings of the kernel and of the server. */
export type AnySettings = Settings.SettingsInput & ServerSettings.Input & ToolSettings.Input & JobSettings.Input

const table = SettingSet.make({
  ...Settings.table.fields,
  ...ServerSettings.table.fields,
  ...ToolSettings.table.fields,
  ...JobSettings.table.fields,
})

const settingsLayer = (settings: AnySettings) =>
  Layer.effectContext(
    Effect.map(SettingSet.decode(table, settings), (values) =>
      Context.make(Settings.Settings, values).pipe(
        Context.add(ServerSettings.ServerSettings, values),
        Context.add(ToolSettings.ToolSettings, values),
        Context.add(JobSettings.JobSettings, values),
      ),
    ),
  )

export interface Options extends Server.Options {
  readonly settings?: AnySettings
  readonly search?: WebBackend.Search
  readonly extract?: WebBackend.Extract
  readonly image?: WebBackend.Image
  readonly site?: WebBackend.SiteReader
  /** The store of jobs, for which the server then has a worker. */
  readonly jobs?: JobStore.JobStoreShape
  /** Tenants by their tokens. */
  readonly tokens?: Readonly<Record<string, string>>
  /** Takes the log. */
  readonly logger?: Logger.Logger<unknown, void>
  /** What each look-up of the tokens waits for. */
  readonly lookUp?: () => Promise<void>
}

/** Two hits for any query. */
export const twoHits: WebBackend.Search = () =>
  Effect.succeed({
    provider: "double",
    rows: [
      { title: "First", url: "https://a.test/1", snippet: "About the first.", metadata: { engine: "e", score: 2 } },
      { title: "Second", url: "https://b.test/2", snippet: "About the second." },
    ],
  })

/** A page whose content is its own URL. */
export const anyPage: WebBackend.Extract = ({ url }) =>
  Effect.succeed({
    url,
    title: "A page",
    content: `This page is ${url}, and it says enough. `.repeat(10),
    links: ["https://a.test/next"],
    status_code: 200,
  })

/** A site without lists of its own: the links of each page. */
export const linkedSite = (links: Readonly<Record<string, ReadonlyArray<string>>>): WebBackend.SiteReader => ({
  robots: () => Effect.succeed({ sitemaps: [], allows: () => true }),
  file: ({ url }) =>
    /\/[^/]*\.[^/]*$/.test(url)
      ? WebError.fail({ error: "http_error", status_code: 404 })
      : Effect.succeed({ url, size: 100, text: "", page: pageOf(url, links[url] ?? []) }),
  page: () => Effect.die("no pages here"),
})

const pageOf = (url: string, links: ReadonlyArray<string>): WebBackend.PageLinks => ({
  title: `Page ${url.split("/").at(-1) ?? ""}`.trim(),
  links: new Map(links.map((link) => [link, "More"])),
  feeds: [],
  textHash: url,
  shapeHash: url,
})

/** Starts a server; rejects with the error of one that doesn't start. */
export const start = async ({
  extract = anyPage,
  image = () => Effect.die("no images here"),
  jobs,
  logger,
  lookUp = () => Promise.resolve(),
  search = twoHits,
  settings = {},
  site,
  tokens = {},
  ...options
}: Options = {}) => {
  const seen: Array<Conversation.ConversationId> = []
  const noting = <A>(effect: Effect.Effect<A, WebError.WebError>) =>
    Effect.flatMap(Conversation.Conversation, (conversation) => {
      seen.push(conversation)
      return effect
    })
  const backend = Layer.succeed(
    WebBackend.WebBackend,
    WebBackend.WebBackend.of({
      search: (query) => noting(search(query)),
      extract: (request) => noting(extract(request)),
      image: (request) => noting(image(request)),
      ...(site === undefined ? {} : { site }),
    }),
  )
  const web = Node.layer().pipe(Layer.provide(backend))
  const served = Server.layer(options).pipe(Layer.provide(web))
  const worker = Layer.effectDiscard(Effect.forkScoped(JobWorker.run({ stop: Effect.never })))
  const working = Layer.merge(served, Layer.provide(worker, web))
  const server = jobs === undefined ? served : Layer.provide(working, Layer.succeed(JobStore.JobStore, jobs))
  /** `seen` are the conversations of the backend's calls. */
  return {
    ...(await listening(server, settings, tokens, lookUp, logger)),
    seen,
  }
}

/** Starts a server whose searches and pages come from a provider, with a stored key for each tenant. */
export const startOver = (
  { url }: Provider.Provider,
  settings: AnySettings,
  tokens: Readonly<Record<string, string>>,
) => {
  const keys = Credentials.withStored({ get: (tenant) => Effect.succeed(Redacted.make(Provider.keyOf(tenant))) })
  const web = Node.layer({ providers: { firecrawl: { url } } }).pipe(
    Layer.provide(Layer.succeed(Credentials.Credentials, keys)),
  )
  const server = Server.layer({ docsSites: [Provider.docsSite] }).pipe(Layer.provide(web))
  return listening(server, { provider: ["firecrawl"], reader: ["firecrawl"], ...settings }, tokens)
}

/** The routes of a server, as they are added to its router: `POST /mcp`. */
export const routesOf = async (): Promise<ReadonlySet<string>> => {
  const routes = new Set<string>()
  const note = (method: string, path: string) => routes.add(`${method} ${path}`)
  const noting = (router: HttpRouter.HttpRouter): HttpRouter.HttpRouter =>
    HttpRouter.HttpRouter.of({
      ...router,
      add: (method, path, handler, options) => {
        note(method, path)
        return router.add(method, path, handler, options)
      },
      addAll: (all) => {
        for (const { method, path } of all) note(method, path)
        return router.addAll(all)
      },
      prefixed: (prefix) => {
        throw new Error(`${prefix}: routes with a prefix aren't noted.`)
      },
    })
  const layer = Routes.layer({ isMcpOnly: false, docsSites: [Provider.docsSite] }).pipe(
    Layer.provide(Layer.effect(HttpRouter.HttpRouter, Effect.map(HttpRouter.make, noting))),
    Layer.provide([Node.layer(), NodeHttpServer.layerHttpServices]),
    Layer.provide(Settings.layer({})),
  )
  await Effect.runPromise(Effect.scoped(Layer.build(layer)))
  return routes
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: () => unknown
}

/** One request, with any `Host` and other headers. */
export const send = (
  port: number,
  path: string,
  options: {
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
  } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { body, headers = {}, method = "GET" } = options
    const request = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (part: string) => (text += part))
      response.on("error", reject)
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) }),
      )
    })
    request.on("error", reject)
    request.end(body)
  })

// --- private --------------------------------------------------------------------------

const listening = async <E>(
  server: Layer.Layer<HttpServer.HttpServer, E>,
  settings: AnySettings,
  tokens: Readonly<Record<string, string>>,
  lookUp = () => Promise.resolve(),
  logger?: Logger.Logger<unknown, void>,
) => {
  const scope = Scope.makeUnsafe()
  const layer = server.pipe(
    Layer.provide(settingsLayer({ listen: "127.0.0.1:0", ...settings })),
    Layer.provide(Layer.succeed(AccessTokens.AccessTokens, stored(tokens, lookUp))),
    Layer.provide(Layer.succeed(Conversation.Conversation, { id: "process", tenant: "default" })),
    Layer.provide(Logger.layer(logger === undefined ? [] : [logger])),
  )
  const context = await Effect.runPromise(Layer.buildWithScope(layer, scope))
  const { address } = Context.get(context, HttpServer.HttpServer)
  const port = "port" in address ? address.port : 0
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}

const stored = (
  tokens: Readonly<Record<string, string>>,
  lookUp: () => Promise<void>,
): AccessTokens.AccessTokensShape => ({
  list: Effect.as(
    Effect.promise(lookUp),
    Object.entries(tokens).map(([tenant, token]) => ({
      tenant,
      hash: createHash("sha256").update(token).digest("hex"),
      added: "2026-01-01T00:00:00.000Z",
    })),
  ),
  add: () => Effect.void,
  remove: () => Effect.succeed(false),
})
