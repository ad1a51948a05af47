/** The chain of providers, without one of its rules each. */
import { chain, coreTest, type Mutant, never, redisTest } from "./Mutant.ts"

const Chain = chain("Chain")
const CircuitBreakers = chain("CircuitBreakers")
const Kind = chain("Kind")
const Link = chain("Link")
const Links = chain("Links")
const RankFusion = chain("RankFusion")

const chains = coreTest("chain/Chain")
const pages = coreTest("chain/ChainExtract")
const configured = coreTest("chain/Configured")
const providers = coreTest("chain/Providers")
const fanOut = coreTest("chain/FanOut")
const fusion = coreTest("chain/RankFusion")
const model = coreTest("chain/model")
const rests = coreTest("chain/CircuitBreakers")
const bounded = coreTest("chain/BoundedCircuits")
const processes = redisTest("Chain.integration")

const order: ReadonlyArray<Mutant> = [
  {
    name: "a link that isn't configured isn't asked",
    protects: "queries sent to a provider that nobody chose",
    edits: [{ file: Links, find: "configured[at] !== true", replace: `configured[at] !== true && ${never}` }],
    tests: [chains, model],
  },
  {
    name: "a link whose key isn't found in time is configured",
    protects: "an organisation's queries, which leave it because a store of keys hangs",
    edits: [{ file: Link, find: "orElse: () => Effect.succeed(true)", replace: "orElse: () => Effect.succeed(false)" }],
    tests: [configured],
  },
  {
    name: "a share of the time",
    protects: "the time of the links behind one that hangs",
    edits: [{ file: Links, find: "time / left--", replace: "time + 0 * left--" }],
    tests: [chains],
  },
  {
    name: "a share of what is left, not of the whole",
    protects: "time that nobody uses",
    edits: [{ file: Links, find: "time / left--", replace: "time / (left + 0)" }],
    tests: [chains],
  },
  {
    name: "a link's own deadline",
    protects: "calls, from a provider that its operator knows to be slow",
    edits: [{ file: Link, find: "Math.min(share, link.deadline)", replace: "share" }],
    tests: [chains, fanOut],
  },
  {
    name: "a link that overstays is interrupted",
    protects: "the same, from a provider that doesn't look at the clock",
    edits: [{ file: Link, find: "Math.max(0, endsAt - now)", replace: "Math.max(1e9, endsAt - now)" }],
    tests: [chains, pages],
  },
  {
    name: "nobody is asked when the time is over",
    protects: "providers that rest since their callers had no time",
    edits: [{ file: Links, find: "if (time <= 0)", replace: `if (time <= 0 && ${never})` }],
    tests: [chains],
  },
  {
    name: "a chain ends before its caller does",
    protects: "a provider that hangs and never rests, since the caller cuts each call off",
    edits: [{ file: Links, find: "end - Math.min(100,", replace: "end - 0 * Math.min(100," }],
    tests: [chains],
  },
  {
    name: "the public ones only where none is configured",
    protects: "an organisation's queries, which leave it because its own engine is down",
    edits: [
      {
        file: Links,
        find: "if (!tried.every(isUnconfigured)) return",
        replace: 'if (tried.some(({ outcome }) => outcome === "answered")) return',
      },
    ],
    tests: [chains],
  },
  {
    name: "the public ones not where one turns out to lack its key",
    protects: "the same, from a store of keys that can't be read for a while",
    edits: [{ file: Link, find: 'isMissing ? "skipped"', replace: 'isMissing ? "unconfigured"' }],
    tests: [chains],
  },
  {
    name: "a refusal of ours ends a chain of searches",
    protects: "what a policy or a budget refused, asked of the next provider",
    edits: [{ file: Link, find: "if (!goesOn(error)) return", replace: `if (!goesOn(error) && ${never}) return` }],
    tests: [chains, pages, model],
  },
  {
    name: "a page's own status ends a chain of readers",
    protects: "a page that was found missing, asked of every provider there is",
    edits: [
      {
        file: Kind,
        find: 'error === "http_error" && reason === "target_unreachable"',
        replace: 'error === "http_error" || reason === "target_unreachable"',
      },
    ],
    tests: [pages],
  },
  {
    name: "what a provider refuses of a query goes on",
    protects: "queries that the next provider can express",
    edits: [{ file: Kind, find: ' || error === "invalid_request"', replace: "" }],
    tests: [chains, model],
  },
  {
    name: "a bad row is a link's failure",
    protects: "a search that another provider could answer",
    edits: [
      {
        file: Kind,
        find: "check: SearchAnswer.read,",
        replace:
          "check: (answer, provider) => Effect.orElseSucceed(SearchAnswer.read(answer, provider), () => ({ provider, rows: [] })),",
      },
    ],
    tests: [chains, rests],
  },
  {
    name: "what is no page is a reader's failure",
    protects: "the same, of pages",
    edits: [
      {
        file: Kind,
        find: "Option.isSome(read) ? Effect.succeed(read.value) : Effect.fail(badPage)",
        replace:
          "Effect.succeed(Option.getOrElse(read, () => ({ page: Object(answer), cached: false, storable: true })))",
      },
    ],
    tests: [pages],
  },
  {
    name: "the error is that of the last one that is configured",
    protects: "whoever looks for a fault, who is told of a provider that isn't in use",
    edits: [
      {
        file: Links,
        find: "tried.findLast((one) => !isMissing(one)) ?? tried.findLast((one) => !isUnconfigured(one)) ?? tried.at(-1)",
        replace: `tried.findLast((one) => !isMissing(one) && ${never}) ?? tried.at(-1)`,
      },
    ],
    tests: [chains, fanOut],
  },
]

const resting: ReadonlyArray<Mutant> = [
  {
    name: "one refusal begins a cooldown",
    protects: "a provider that said not now, and its caller's quota",
    edits: [{ file: CircuitBreakers, find: "CircuitBreaker.consecutive(1)", replace: "CircuitBreaker.consecutive(2)" }],
    tests: [rests, model, processes],
  },
  {
    name: "a cooldown lasts as long as the provider says",
    protects: "the same",
    edits: [
      {
        file: Kind,
        find: "return Duration.seconds(asked ?? 30)",
        replace: "return Duration.seconds(30 + 0 * (asked ?? 0))",
      },
    ],
    tests: [rests],
  },
  {
    name: "a cooldown has an end",
    protects: "a provider that is never asked again, by one header",
    edits: [
      {
        file: CircuitBreakers,
        find: "maxOpenDuration: Kind.longestCooldown,",
        replace: 'maxOpenDuration: "9999 days",',
      },
    ],
    tests: [rests],
  },
  {
    name: "outages open a breaker",
    protects: "calls that wait for a provider that is down",
    edits: [
      {
        file: CircuitBreakers,
        find: "if (isOutage(error)) return",
        replace: `if (isOutage(error) && ${never}) return`,
      },
    ],
    tests: [rests, model, chains],
  },
  {
    name: "a timeout is an outage",
    protects: "the same, of one that hangs",
    edits: [{ file: Kind, find: ' || error.error === "timeout"', replace: "" }],
    tests: [rests, model, chains],
  },
  {
    name: "a bad answer is no outage",
    protects: "other queries of a provider that answered one of them badly",
    edits: [
      {
        file: Kind,
        find: '|| error.error === "timeout")',
        replace: '|| error.error === "timeout" || error.error === "invalid_backend_response")',
      },
    ],
    tests: [rests],
  },
  {
    name: "a refusal of one request is no outage",
    protects: "a provider that rests because of what one caller asks",
    edits: [{ file: Kind, find: "!WebError.isIgnoredByBreaker(error) &&", replace: "" }],
    tests: [providers],
  },
  {
    name: "a breaker for the search and one for the pages of a provider",
    protects: "searches, from a reader that is down",
    edits: [{ file: CircuitBreakers, find: '["breaker", half, ...who]', replace: '["breaker", ...who]' }],
    tests: [providers],
  },
  {
    name: "a refusal breaks a row of outages",
    protects: "a provider that answers, taken for one that doesn't",
    edits: [
      {
        file: CircuitBreakers,
        find: "Kind.isWell(error) ? CircuitBreaker.success : CircuitBreaker.ignored",
        replace: "CircuitBreaker.ignored",
      },
    ],
    tests: [rests, model],
  },
  {
    name: "what isn't the provider's fault counts against nobody",
    protects: "a provider that rests because of a page or a query",
    edits: [
      {
        file: CircuitBreakers,
        find: "if (isOutage(error)) return",
        replace: `if (isOutage(error) || !(${never})) return`,
      },
    ],
    tests: [chains, pages, model],
  },
  {
    name: "a bug counts against nobody",
    protects: "the same",
    edits: [
      {
        file: CircuitBreakers,
        find: "if (error === undefined) return CircuitBreaker.ignored",
        replace: "if (error === undefined) return CircuitBreaker.failure()",
      },
    ],
    tests: [chains],
  },
  {
    name: "a page that hangs is one tenant's doing",
    protects: "all tenants, from one who has pages read that hang",
    edits: [{ file: Kind, find: '!(keyless && error.error === "timeout")', replace: `!(keyless && ${never})` }],
    tests: [pages],
  },
  {
    name: "the tenant in a circuit's key",
    protects: "tenants whose keys are good, from another's that isn't",
    edits: [
      {
        file: CircuitBreakers,
        find: "subject.keyless ? [subject.provider]",
        replace: "subject.keyless || !(Number.NaN > 0) ? [subject.provider]",
      },
    ],
    tests: [rests],
  },
  {
    name: "no tenant in the key of a provider without keys",
    protects: "a machine whose address a provider blocks, and which goes on with the next tenant",
    edits: [
      {
        file: CircuitBreakers,
        find: "subject.keyless ? [subject.provider]",
        replace: `subject.keyless && ${never} ? [subject.provider]`,
      },
    ],
    tests: [rests],
  },
  {
    name: "rests are kept in this process, too",
    protects: "providers that rest, asked by everybody once a Redis is lost",
    edits: [
      {
        file: CircuitBreakers,
        find: 'return yield* under(own, asked, () => faults.get(key) ?? "rate_limited")',
        replace:
          'return yield* shared === undefined ? under(own, asked, () => faults.get(key) ?? "rate_limited") : asked',
      },
    ],
    tests: [rests, processes],
  },
  {
    name: "rests are shared",
    protects: "a provider that every process asks anew",
    edits: [
      {
        file: CircuitBreakers,
        find: "shared === undefined ? noted :",
        replace: `shared === undefined || !(${never}) ? noted :`,
      },
    ],
    tests: [rests, processes],
  },
  {
    name: "a store of rests that is lost lets calls through",
    protects: "every search, from a Redis that is down",
    edits: [
      {
        file: CircuitBreakers,
        find: "if (Option.isNone(verdict)) return unrecorded",
        replace: 'if (Option.isNone(verdict)) return yield* Effect.die("down")',
      },
    ],
    tests: [rests, processes],
  },
  {
    name: "a store of rests is asked in vain once, not four times",
    protects: "a call's time, used up by a Redis that hangs",
    edits: [
      {
        file: CircuitBreakers,
        find: '"of the providers\' circuit breakers", 1)',
        replace: '"of the providers\' circuit breakers", 9)',
      },
    ],
    tests: [rests],
  },
  {
    name: "a bound on circuits",
    protects: "memory, which tenants fill",
    edits: [
      {
        file: chain("CircuitBreakers"),
        find: "{ maxEntries: most, maxWeight: most }",
        replace: "{ maxEntries: 1e9 + most, maxWeight: 1e9 }",
      },
    ],
    tests: [bounded],
  },
]

const fusing: ReadonlyArray<Mutant> = [
  {
    name: "a fan-out doesn't wait for the last",
    protects: "an answer in hand, lost for a provider that hangs",
    edits: [{ file: Chain, find: "time * share,", replace: "time + 0 * share," }],
    tests: [fanOut],
  },
  {
    name: "the same page by two is one hit",
    protects: "hits, of which half are the others again",
    edits: [{ file: RankFusion, find: "url.href.slice(url.protocol.length)", replace: "url.href" }],
    tests: [fusion],
  },
  {
    name: "a list counts a page once",
    protects: "the order, from a provider that repeats itself",
    edits: [
      {
        file: RankFusion,
        find: "seen.has(key) ? undefined : at + 1",
        replace: "seen.has(key) && Number.NaN > 0 ? undefined : at + 1",
      },
    ],
    tests: [fusion],
  },
  {
    name: "the constant of rank fusion",
    protects: "the order, in which one first place outweighs what all agree on",
    edits: [{ file: RankFusion, find: "export const k = 60", replace: "export const k = 1" }],
    tests: [fusion, fanOut],
  },
  {
    name: "a sum of ranks in one order",
    protects: "ties that the order of the lists doesn't decide",
    edits: [{ file: RankFusion, find: "ranks.toSorted((a, b) => a - b).reduce", replace: "ranks.reduce" }],
    tests: [fusion],
  },
]

export const chainMutants: ReadonlyArray<Mutant> = [...order, ...resting, ...fusing]
