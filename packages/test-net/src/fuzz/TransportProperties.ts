/** Properties of a whole fetch, and of the reader alone, for any answer of a site. No socket is opened. */
import { Effect, Exit, Fiber, Layer, Option, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Extractor, Settings, WebBackend, WebError, webFetch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { PinnedFetch, RobotsFile } from "@porthole/backend-fetch"
import { DocumentExtractor } from "@porthole/extract"
import * as Hostile from "./Hostile.ts"
import * as Oracle from "./Oracle.ts"
import { expect, make, type Property } from "./Property.ts"

/** Placed where only an operator may see it: headers, bodies and hosts of redirects. */
const canary = "kanarienvogel"

const dnsTable = {
  "a.test": ["93.184.216.34"],
  "b.test": ["93.184.216.35", "2606:2800:220:1:248:1893:25c8:1946"],
  "private.test": ["10.0.0.1"],
  [`${canary}.test`]: ["93.184.216.34", "169.254.169.254"],
}

const settings = { max_redirects: 3, max_body_bytes: 65_536 }

const reader = DocumentExtractor.layer({ isolation: "none" }).pipe(
  Layer.provideMerge(Layer.orDie(Settings.layer({ extract_timeout: "60 s" }))),
)

export const properties: ReadonlyArray<Property> = [
  make(
    "any answers of a site come to a page or to an error of the contract, by public addresses alone",
    fc.tuple(
      fc.array(Hostile.response, { minLength: 1, maxLength: 6 }),
      fc.constantFrom("markdown", "text", "html"),
      fc.boolean(),
    ),
    async ([responses, extract, robots]) => {
      const dialled: Array<string> = []
      const dialer = Doubles.dialer(({ hop }) => {
        dialled.push(hop.address.value)
        return answerOf(responses[(dialled.length - 1) % responses.length])
      })
      const layer = WebBackend.layer({ search: WebBackend.unavailable, extract: PinnedFetch.extract }).pipe(
        Layer.provide([dialer, Doubles.resolver(dnsTable), DocumentExtractor.layer({ isolation: "none" })]),
        Layer.provideMerge(Layer.orDie(Settings.layer({ ...settings, robots }))),
        Layer.provideMerge(TestClock.layer()),
      )
      const exit = await Effect.runPromise(
        inTime(Effect.exit(webFetch({ url: "http://a.test/", extract }))).pipe(Effect.provide(layer)),
      )
      for (const address of dialled) {
        const read = Oracle.read(address)
        expect(read !== undefined && !Oracle.isPrivate(read), `a public address, not ${address}`)
      }
      const perHop = robots ? 1 + (RobotsFile.maxRedirects + 1) : 1
      expect(
        dialled.length <= 2 * 2 * (settings.max_redirects + 1) * perHop,
        "no more dials than hops and their robots.txt files allow, with one retry",
      )
      if (Exit.isSuccess(exit)) {
        expect(/^https?:\/\//.test(exit.value.url), "the URL of a page")
        return
      }
      const error = Option.getOrUndefined(Exit.findErrorOption(exit))
      expect(error !== undefined, `an error, not a defect: ${String(exit.cause)}`)
      expect(Schema.is(WebError.Wire)(error?.wire), `the contract, not ${JSON.stringify(error?.wire)}`)
      expect(!JSON.stringify(error).includes(canary), "nothing of the site's own text")
      expect((error?.wire.retry_after ?? 0) <= 86_400, "a wait of a day at most")
    },
    true,
  ),

  make(
    "any bytes under any Content-Type are read, soon and as well-formed text",
    fc.tuple(Hostile.body, Hostile.contentType, fc.constantFrom("markdown", "text", "html")),
    async ([bytes, contentType, mode]) => {
      const before = process.cpuUsage() // clock: a thousand times of what it takes decides
      const result = await Effect.runPromise(
        Effect.flatMap(Extractor.Extractor, ({ extract }) =>
          Effect.result(extract({ url: "https://site.test/dir/page", contentType, bytes, mode })),
        ).pipe(Effect.provide(reader)),
      )
      const { system, user } = process.cpuUsage(before) // clock: as above
      expect(user + system < 5_000_000, "an answer within five seconds of work")
      if (Result.isFailure(result)) {
        const { error } = result.failure
        expect(error === "unsupported_content_type" || error === "extraction_failed", `read, not ${error}`)
        return
      }
      const extracted = result.success
      expect(extracted.content.isWellFormed() && extracted.title.isWellFormed(), "well-formed text")
      expect(
        extracted.links.every((link) => /^https?:\/\/[^#]*$/.test(link)),
        "links to pages",
      )
    },
    true,
  ),
]

// --- private --------------------------------------------------------------------------

const answerOf = (response: Hostile.Response | undefined): Doubles.Answer => {
  if (response === undefined) return { status: 200 }
  const { body, contentLength, contentType, location, retryAfter, status } = response
  const headers = {
    location,
    "content-type": contentType,
    "content-length": contentLength,
    "content-encoding": body.coding,
    "retry-after": retryAfter,
    "set-cookie": canary,
  }
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    body: body.bytes,
  }
}

/** Runs under a clock that advances while nothing else runs. */
const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    for (let tick = 0; tick < 30 && fiber.pollUnsafe() === undefined; tick++) {
      // clock: TestClock decides; what runs meanwhile gets a turn
      yield* Effect.promise(() => new Promise((done) => setTimeout(done, 1)))
      yield* TestClock.adjust("1 second")
    }
    return yield* Fiber.join(fiber)
  })
