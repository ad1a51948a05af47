/** The operator's domain rules and the guard against made-up URLs, without one of their checks each. */
import { coreTest, domain, fetchTest, type Mutant, never, policy, port, usecase } from "./Mutant.ts"

const WebUrl = policy("WebUrl")
const DomainPattern = policy("HostName")
const KnownUrls = port("KnownUrls")
const HitFilter = policy("HitFilter")
const webFetch = usecase("webFetch")
const fetchImage = usecase("fetchImage")

const patterns = coreTest("policy/DomainPattern")
const searches = coreTest("usecases/webSearch")
const searchCache = coreTest("usecases/searchCache")
const knownUrls = coreTest("usecases/knownUrls")
const robots = fetchTest("robots")

/** The policy of a step without the operator's lists. */
const listless = "{ ...policy, allow_domains: [], deny_domains: [] }"
const onHop = { find: "WebUrl.parse(resolved(location, from), policy)", file: policy("Redirect") }
const inHop = { find: "WebUrl.parse(url, policy)", file: policy("Hop") }
const listlessOnHop = { ...onHop, replace: `WebUrl.parse(resolved(location, from), ${listless})` }
const listlessInHop = { ...inHop, replace: `WebUrl.parse(url, ${listless})` }

const domainRules: ReadonlyArray<Mutant> = [
  {
    name: "domain rules",
    protects: "hosts that the operator keeps agents from",
    edits: [{ file: WebUrl, find: "if (denied !== undefined) {", replace: `if (denied !== undefined && ${never}) {` }],
    tests: [patterns],
  },
  {
    name: "domain rules on a remembered URL",
    protects: "the same, of a URL that others may read and was vetted for them",
    edits: [
      {
        file: WebUrl,
        find: "HostName.whyDenied(listsOf(policy), known.host) === undefined",
        replace: 'known.host !== ""',
      },
    ],
    tests: [patterns],
  },
  {
    name: "ports on a remembered URL",
    protects: "a port that was open to others",
    edits: [{ file: WebUrl, find: "policy.ports.includes(known.port)", replace: "known.port > 0" }],
    tests: [coreTest("policy/WebUrl"), coreTest("policy/properties"), coreTest("usecases/webFetch")],
  },
  {
    name: "a site's prefix on a remembered URL",
    protects: "a page outside of the documentation that was read before",
    edits: [{ file: WebUrl, find: "policy.within === undefined &&", replace: 'known.host !== "" &&' }],
    tests: [coreTest("policy/SitePrefix"), coreTest("usecases/docsFetch"), coreTest("policy/Slug")],
  },
  {
    name: "domain rules on a redirect",
    protects: "an allowed site that redirects to a denied one",
    edits: [listlessOnHop],
    tests: [patterns, robots],
  },
  {
    name: "domain rules when a Hop is made",
    protects: "the same",
    edits: [listlessInHop],
    tests: [patterns, robots],
    coveredBy: "both: domain rules on a redirect, and when a Hop is made",
  },
  {
    name: "both: domain rules on a redirect, and when a Hop is made",
    protects: "the same",
    edits: [listlessOnHop, listlessInHop],
    tests: [robots],
  },
  {
    name: "deny beats allow",
    protects: "a host that was denied inside a domain that is allowed",
    edits: [
      {
        file: DomainPattern,
        find: "deny_domains.find((pattern) => matchesPattern(pattern, host))",
        replace:
          "deny_domains.find((pattern) => matchesPattern(pattern, host) && !allow_domains.some((it) => matches(it, host)))",
      },
    ],
    tests: [patterns],
  },
  {
    name: "what isn't listed is denied",
    protects: "the whole web where a few domains were meant",
    edits: [
      { file: DomainPattern, find: `return "the setting allow_domains doesn't list it"`, replace: "return undefined" },
    ],
    tests: [patterns],
  },
  {
    name: "a text of domains that names none",
    protects: "the whole web where a few domains were meant, from a template that was filled with nothing",
    edits: [
      {
        file: domain("SettingList"),
        find: "(Array.isArray(parts) && parts.length > 0)",
        replace: "Array.isArray(parts)",
      },
    ],
    tests: [coreTest("domain/Settings")],
  },
  {
    name: "the label's edge of a domain",
    protects: "notexample.com where example.com was meant",
    edits: [{ file: policy("HostName"), find: "name.endsWith(`.${suffix}`)", replace: "name.endsWith(suffix)" }],
    tests: [patterns, searches],
  },
  {
    name: "the label's edge of a starred pattern",
    protects: "example.com where only what is below it was meant",
    edits: [
      { file: DomainPattern, find: "host.endsWith(pattern.slice(1))", replace: "host.endsWith(pattern.slice(2))" },
    ],
    tests: [patterns],
  },
  {
    name: "hits of denied domains",
    protects: "titles and snippets of denied sites, also out of the cache",
    edits: [
      {
        file: HitFilter,
        find: "!permits(lists, url)",
        replace: `!permits(lists, url) && ${never}`,
      },
    ],
    tests: [searches, searchCache],
  },
  {
    name: "hits of domains that weren't asked for",
    protects: "hits of others from a provider that takes `domains` for a wish",
    edits: [{ file: HitFilter, find: "!admits(domains, url)", replace: never }],
    tests: [searches],
  },
]

const knownUrlRules: ReadonlyArray<Mutant> = [
  {
    name: "known URLs only, of a page",
    protects: "what the model knows, carried out in a URL that a page had it make up",
    edits: [
      {
        file: webFetch,
        find: "if (within === undefined) yield*",
        replace: `if (within === undefined && ${never}) yield*`,
      },
    ],
    tests: [knownUrls],
  },
  {
    name: "known URLs only, of an image",
    protects: "the same by an image",
    edits: [{ file: fetchImage, find: "yield* requireKnown(url)", replace: `if (${never}) yield* requireKnown(url)` }],
    tests: [knownUrls],
  },
  {
    name: "known URLs of a conversation",
    protects: "URLs that another conversation was given",
    edits: [{ file: KnownUrls, find: "JSON.stringify([tenant, id])", replace: "JSON.stringify([tenant])" }],
    tests: [knownUrls],
  },
  {
    name: "known URLs of a tenant",
    protects: "URLs that another tenant's conversation of the same id was given",
    edits: [{ file: KnownUrls, find: "JSON.stringify([tenant, id])", replace: "JSON.stringify([id])" }],
    tests: [knownUrls],
  },
  {
    name: "the query of a known URL",
    protects: "a known page with words of the model's behind it",
    edits: [{ file: KnownUrls, find: 'url.hash = ""', replace: 'url.hash = ""\n  url.search = ""' }],
    tests: [knownUrls],
  },
  {
    name: "a bound of the URLs that a conversation knows",
    protects: "memory, from pages of many links",
    edits: [
      {
        file: KnownUrls,
        find: "maxEntries: maxCharacters, maxWeight: maxCharacters",
        replace: "maxEntries: Infinity, maxWeight: Infinity",
      },
    ],
    tests: [knownUrls],
  },
  {
    name: "a bound of the conversations that know URLs",
    protects: "memory of a server that runs for long",
    edits: [{ file: KnownUrls, find: "maxWeight: maxCharactersInAll", replace: "maxWeight: Infinity" }],
    tests: [knownUrls],
  },
  {
    name: "URLs of the user, apart from those of the web",
    protects: "what the user gave, which a page full of URLs would push out",
    edits: [{ file: KnownUrls, find: "memory[by].set(", replace: "memory.web.set(" }],
    tests: [knownUrls],
  },
  {
    name: "a bound of the URLs of one page",
    protects: "the event loop, which a page of URLs alone would hold",
    edits: [{ file: KnownUrls, find: "if (left-- <= 0) break", replace: `if (${never}) break` }],
    tests: [knownUrls],
  },
]

export const ruleMutants: ReadonlyArray<Mutant> = [...domainRules, ...knownUrlRules]
