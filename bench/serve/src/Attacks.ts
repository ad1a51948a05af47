/** The attacks of one tenant by groups: calls whose pages or arguments take long, connections that hold something. */
import { HostileTexts } from "@porthole/testing"
import { call, type Target } from "./Call.ts"
import { head, hold } from "./HeldConnections.ts"
import * as OrdinaryCalls from "./OrdinaryCalls.ts"

/** An attack: `parallel` attackers repeat it until the signal aborts, together `perSecond` times a second at most. */
export interface Attack {
  readonly parallel: number
  readonly perSecond: number
  /** How many are done at once after a pause, such as at the beginning. */
  readonly atOnce: number
  /** Does it once, and returns its end: a status, or why there is none. */
  readonly once: (target: Target, number: number, signal: AbortSignal) => Promise<string>
  /** The ordinary call that takes its place when the tenant is harmless; connections have none. */
  readonly like?: OrdinaryCalls.Kind
}

/** Attacks by name. */
export type Attacks = Readonly<Record<string, Attack>>

/** All attacks, by group. */
export const groups: Readonly<Record<string, Attacks>> = {
  rankings: {
    "long pages": burst(64, 4, "query", "/api/v1/fetch", (number) => ({
      url: `http://hostile.test/${number % 2 === 0 ? "usual" : "words"}/${number % 4}`,
      query: `${number} ${questions[number % questions.length]}`.slice(0, 2_000),
    })),
    reranks: burst(32, 2, "query", "/v1/rerank", (number) => `{"query":"ferry word17 ${number}",${documents}}`),
  },
  quotes: {
    ligatures: quotes("ligatures", "\ufdfa".repeat(100)),
    latin: quotes("latin", "tide ".repeat(300)),
  },
  renderings: {
    endless: renderings("endless"),
    growing: renderings("growing"),
    history: renderings("history"),
    attributes: renderings("attributes"),
  },
  load: {
    spaces: page((number) => ({ url: `http://hostile.test/spaces/${number}` })),
    unbroken: page((number) => ({ url: `http://hostile.test/unbroken/${number}`, query: "tides" }), "query"),
    headings: page((number) => ({ url: `http://hostile.test/headings/${number}` })),
    charset: page((number) => ({ url: `http://hostile.test/charset/${number}` })),
    marks: page((number) => ({ url: `http://hostile.test/marks/${number}` })),
    "long url": page(() => ({ url: `${" ".repeat(100_000)}http://hostile.test/spaces` })),
    "dead names": page((number) => ({
      urls: Array.from({ length: 20 }, (_, at) => `http://dead${at}.test/${number}`),
    })),
    "calls in advance": {
      ...connections(4, 1, (target, number) =>
        Array.from({ length: 600 }, (_, at) => head(target, `GET /search?q=${number}+${at}&format=json`)).join(""),
      ),
      like: "search",
    },
  },
  sockets: {
    idle: connections(5_000, 500, () => ""),
    slow: connections(1_000, 100, () => "GET /search?q=x HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "),
    upgrades: connections(1_000, 100, (target) =>
      halfBody(target, "Connection: Upgrade", "Upgrade: x", "Content-Length: 99"),
    ),
    "half bodies": connections(512, 50, (target) => halfBody(target, "Content-Length: 99")),
    "slow bodies": {
      parallel: 200,
      perSecond: 20,
      atOnce: 0,
      once: (target) => hold(target, halfBody(target, "Content-Length: 99"), " ".repeat(90)),
    },
  },
  requests: {
    "cached page": attack(100, 50, "cached", "/api/v1/fetch", () => ({ url: "http://third.test/page/0" })),
    strangers: attack(100, 50, "cached", "/api/v1/fetch", () => ({ url: "http://third.test/page/0" }), "wrong"),
  },
}

/** The attacks of these groups and these names; all of them for an empty list. */
export const chosen = (groupNames: ReadonlyArray<string>, names: ReadonlyArray<string>): Attacks =>
  Object.fromEntries(
    Object.entries(groups)
      .filter(([group]) => groupNames.length === 0 || groupNames.includes(group))
      .flatMap(([, attacks]) => Object.entries(attacks))
      .filter(([name]) => names.length === 0 || names.includes(name)),
  )

/** The ordinary calls in place of the attacks, each kind as often. Like the attacks' calls they keep connections. */
export const harmless = (attacks: Attacks): Attacks =>
  Object.fromEntries(
    OrdinaryCalls.kinds.flatMap((kind) => {
      const replaced = Object.values(attacks).filter(({ like }) => like === kind)
      const perSecond = replaced.reduce((sum, attack) => sum + attack.perSecond, 0)
      const once: Attack["once"] = async (target, number) => {
        const { end, reason } = await OrdinaryCalls.make(kind, target, {
          host: "third.test",
          number,
          isKept: true,
        })
        return end === "answered" ? "200" : reason
      }
      return perSecond === 0 ? [] : [[kind, { parallel: 200, perSecond, atOnce: 0, once }] as const]
    }),
  )

// --- private --------------------------------------------------------------------------

const questions = Object.values(HostileTexts.questions)

/** A thousand documents, as much as a body of 1 MiB holds. */
const documents = `"documents":${JSON.stringify(
  Array.from({ length: 1_000 }, (_, at) => HostileTexts.usual(950).replaceAll("word", `word${at}`).slice(0, 980)),
)}`

/** An attack by calls; the tenant's token may be replaced by another one. */
function attack(
  parallel: number,
  perSecond: number,
  like: OrdinaryCalls.Kind,
  path: string,
  bodyOf: (number: number) => object | string,
  token?: string,
): Attack {
  const once: Attack["once"] = async (target, number, signal) => {
    const from = token === undefined ? target : { ...target, token }
    const patient = AbortSignal.any([signal, AbortSignal.timeout(60_000)])
    const { status } = await call(from, path, bodyOf(number), { signal: patient })
    return String(status)
  }
  return { parallel, perSecond, atOnce: 0, once, like }
}

/** The same with as many at once as there are attackers. */
function burst(...attackOf: Parameters<typeof attack>): Attack {
  const made = attack(...attackOf)
  return { ...made, atOnce: made.parallel }
}

/** A page that isn't cached. */
function page(bodyOf: (number: number) => object, like: OrdinaryCalls.Kind = "fetch"): Attack {
  return attack(4, 1, like, "/api/v1/fetch", (number) => ({ cache: false, ...bodyOf(number) }))
}

/** Quotes that a long page doesn't contain. */
function quotes(name: string, quote: string): Attack {
  return burst(16, 0.5, "quote", "/api/v1/quote", (number) => ({
    url: `http://hostile.test/${name}`,
    quote: `${quote} ${number}`,
  }))
}

/** Renderings; the attacks of this group together are more than a browser renders or lets wait. */
function renderings(name: string): Attack {
  return burst(8, 0.125, "render", "/api/v1/fetch", (number) => ({
    url: `http://hostile.test/${name}/${number}`,
    render: true,
  }))
}

function connections(parallel: number, perSecond: number, bytesOf: (target: Target, number: number) => string): Attack {
  return { parallel, perSecond, atOnce: 0, once: (target, number) => hold(target, bytesOf(target, number)) }
}

/** A request of which only the first byte of its body comes. */
function halfBody(target: Target, ...headers: ReadonlyArray<string>): string {
  return `${head(target, "POST /api/v1/fetch", "Content-Type: application/json", ...headers)}{`
}
