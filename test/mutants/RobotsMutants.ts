/** robots.txt and the distance that a site asks for, without one of their checks each. */
import { coreTest, fetchTest, type Mutant, never, policy, transport } from "./Mutant.ts"

const PinnedFetch = transport("PinnedFetch")
const SiteRules = transport("SiteRules")
const Robots = policy("Robots")

const walks = fetchTest("robots")
const stored = fetchTest("robots-store")
const delays = fetchTest("crawl-delay")
const files = coreTest("policy/Robots")

const asking: ReadonlyArray<Mutant> = [
  {
    name: "robots.txt kept to",
    protects: "sites that said no, and the name of whoever runs us",
    edits: [
      {
        file: SiteRules,
        find: "if (!Robots.allows(robots, path)) return",
        replace: `if (!Robots.allows(robots, path) && ${never}) return`,
      },
    ],
    tests: [walks],
  },
  {
    name: "robots.txt asked on every hop",
    protects: "the same, by a redirect",
    edits: [
      {
        file: PinnedFetch,
        find: "mayVisit: siteRules }",
        replace: "mayVisit: (hop) => (hop === url ? siteRules(hop) : Effect.undefined) }",
      },
    ],
    tests: [walks],
  },
  {
    name: "the setting robots",
    protects: "a page that somebody may read whose own site it is",
    edits: [
      { file: PinnedFetch, find: "settings.robots ? yield*", replace: `settings.robots || !(${never}) ? yield*` },
    ],
    tests: [walks],
  },
  {
    name: "a host vetted before its robots.txt is asked for",
    protects: "what is told of a refusal, and a host that is asked something first",
    edits: [
      {
        file: transport("Walk"),
        find: "Effect.andThen(vet(means, request, place), mayVisit(place.url))",
        replace: "mayVisit(place.url)",
      },
    ],
    tests: [walks],
  },
  {
    name: "all disallowed where robots.txt fails",
    protects: "a site in trouble, and one that means no (RFC 9309 section 2.3.1.4)",
    edits: [
      {
        file: SiteRules,
        find: "status > 299) return Effect.succeed(noneAllowed)",
        replace: "status > 299) return Effect.succeed(allAllowed)",
      },
    ],
    tests: [walks],
  },
  {
    name: "all disallowed where robots.txt is no HTTP",
    protects: "the same",
    edits: [{ file: SiteRules, find: "? Option.some(noneAllowed)", replace: "? Option.some(allAllowed)" }],
    tests: [walks],
  },
  {
    name: "domain rules on the redirects of robots.txt",
    protects: "hosts that the operator keeps agents from",
    edits: [
      {
        file: SiteRules,
        find: "walk({ url, headers, maxRedirects, read })",
        replace: "walk({ url, headers, maxRedirects, read, policy: { ports: settings.ports } })",
      },
    ],
    tests: [walks],
  },
  {
    name: "five redirects of robots.txt",
    protects: "requests without end, where pages may have more",
    edits: [
      { file: SiteRules, find: "walk({ url, headers, maxRedirects, read })", replace: "walk({ url, headers, read })" },
    ],
    tests: [walks],
  },
  {
    name: "a deadline of robots.txt",
    protects: "those who come later and wait for the same file",
    edits: [{ file: SiteRules, find: "duration: settings.fetch_timeout,", replace: 'duration: "9 days",' }],
    tests: [walks],
  },
]

const reading: ReadonlyArray<Mutant> = [
  {
    name: "how much of robots.txt is read",
    protects: "traffic: a file without end",
    edits: [{ file: SiteRules, find: "Robots.mostOctets + 1)", replace: "Number.MAX_SAFE_INTEGER)" }],
    tests: [walks],
  },
  {
    name: "a line of robots.txt that was cut",
    protects: "a path allowed by half of a rule",
    edits: [
      {
        file: SiteRules,
        find: "bytes.length > Robots.mostOctets\n",
        replace: `bytes.length > Robots.mostOctets && ${never}\n`,
      },
    ],
    tests: [walks],
  },
  {
    name: "a bound on the steps of a pattern",
    protects: "time: patterns made to be slow to match",
    edits: [{ file: Robots, find: "let left = mostSteps - this.#steps", replace: "let left = 1e12 - this.#steps" }],
    tests: [files],
  },
  {
    name: "nothing allowed where the steps are used up",
    protects: "paths that a file hides behind slow patterns",
    edits: [{ file: Robots, find: "!matcher.isExhausted && ", replace: "" }],
    tests: [files],
  },
]

const keeping: ReadonlyArray<Mutant> = [
  {
    name: "five minutes for a robots.txt that failed",
    protects: "a day without a site that was down for a moment",
    edits: [{ file: SiteRules, find: "lifetime: pause }", replace: "lifetime }" }],
    tests: [walks],
  },
  {
    name: "a failed robots.txt told to no store",
    protects: "the same, for every process over the store",
    edits: [
      {
        file: SiteRules,
        find: "Duration.equals(file.lifetime, lifetime)\n",
        replace: "file.lifetime !== undefined\n",
      },
    ],
    tests: [stored],
  },
  {
    name: "no failure kept of a robots.txt",
    protects: "an hour without a site that couldn't be reached for a moment",
    edits: [{ file: SiteRules, find: "exit.value.lifetime : 0", replace: 'exit.value.lifetime : "1 hour"' }],
    tests: [walks],
  },
  {
    name: "the product token in the key of a robots.txt",
    protects: "rules of one agent, kept to by another",
    edits: [{ file: SiteRules, find: "`${VERSION} ${token} ${origin}`", replace: "`${VERSION} ${origin}`" }],
    tests: [stored],
  },
  {
    name: "a robots.txt kept by a clock ahead of ours",
    protects: "rules that live for as long as that clock is ahead",
    edits: [{ file: SiteRules, find: "Math.min(0, fetched_at - now)", replace: "fetched_at - now" }],
    tests: [stored],
  },
  {
    name: "a bound on the rules held",
    protects: "memory, from sites with large files",
    edits: [{ file: SiteRules, find: "if (held <= mostOctets) return", replace: "if (held > 0) return" }],
    tests: [walks],
  },
]

const pacing: ReadonlyArray<Mutant> = [
  {
    name: "Crawl-delay kept to",
    protects: "sites that can't bear more",
    edits: [{ file: SiteRules, find: "|| crawl_delay === 0", replace: "|| crawl_delay >= 0" }],
    tests: [delays],
  },
  {
    name: "the longest Crawl-delay",
    protects: "callers of a site that asks for a day",
    edits: [{ file: Robots, find: "Math.min(this.delay, longestCrawlDelay)", replace: "this.delay" }],
    tests: [delays, files],
  },
  {
    name: "a wait that is too long, told at once",
    protects: "callers who wait in vain",
    edits: [
      {
        file: transport("HostLimit"),
        find: "if (isTooLong(now, wait, pace.endsAt))",
        replace: `if (isTooLong(now, wait, pace.endsAt) && ${never})`,
      },
    ],
    tests: [delays],
  },
  {
    name: "a wait that is too long after all, at the head of a line",
    protects: "the same, where the one before took longer to start",
    edits: [
      {
        file: transport("HostLimit"),
        find: "if (isTooLong(now, wait, endsAt))",
        replace: `if (isTooLong(now, wait, endsAt) && ${never})`,
      },
    ],
    tests: [delays],
  },
  {
    name: "a clock set back",
    protects: "callers of a site that waits until that clock is where it was",
    edits: [
      {
        file: transport("HostLimit"),
        find: "Math.min(apart, Math.max(0, next - now))",
        replace: "Math.max(0, next - now)",
      },
    ],
    tests: [fetchTest("HostLimit")],
  },
]

export const robotsMutants: ReadonlyArray<Mutant> = [...asking, ...reading, ...keeping, ...pacing]
