/** What pins a call to a part of one site, without one of its checks each. */
import { coreTest, type Mutant, netTest, never, policy, toolsTest, transport, usecase } from "./Mutant.ts"

const SitePrefix = policy("SitePrefix")
const readPage = usecase("readPage")

const prefixes = coreTest("policy/SitePrefix")
const docsFetch = coreTest("usecases/docsFetch")

export const siteMutants: ReadonlyArray<Mutant> = [
  {
    name: "a site's prefix among the URL rules",
    protects: "other pages and hosts than those of the documentation",
    edits: [{ file: policy("WebUrl"), find: "!SitePrefix.contains(policy.within, url)", replace: `${never}` }],
    tests: [docsFetch, coreTest("policy/Slug")],
  },
  {
    name: "a site's host and port",
    protects: "another host with the same path",
    edits: [
      {
        file: SitePrefix,
        find: "hostOf(url) !== prefix.host || !isSamePort(portOf(url), prefix.port)",
        replace: never,
      },
    ],
    tests: [prefixes],
  },
  {
    name: "the slash behind a site's path",
    protects: "/guidebook where /guide was meant",
    edits: [{ file: SitePrefix, find: "path.startsWith(`${prefix.path}/`)", replace: "path.startsWith(prefix.path)" }],
    tests: [prefixes],
  },
  {
    name: "paths of a site that climb",
    protects: "/guide/..%2fsecret, which a server resolves after it has decoded it",
    edits: [{ file: SitePrefix, find: "&& !mayClimb(url.pathname)", replace: "&& url.pathname !== ''" }],
    tests: [prefixes, netTest("docs")],
  },
  {
    name: "paths of a site that are encoded twice",
    protects: "/guide/%252e%252e/secret, which some servers decode twice",
    edits: [{ file: SitePrefix, find: "if (decoded === path) return false", replace: "if (round < 9) return false" }],
    tests: [prefixes],
  },
  {
    name: "paths of a site with overlong bytes",
    protects: "/guide/..%c0%afsecret, a slash to whoever decodes UTF-8 loosely",
    edits: [{ file: SitePrefix, find: "overlong.test(path)", replace: never }],
    tests: [prefixes],
  },
  {
    name: "paths of a site in other characters",
    protects: "full-width dots and slashes, which some servers fold",
    edits: [{ file: SitePrefix, find: '.normalize("NFKC")', replace: "" }],
    tests: [prefixes],
  },
  {
    name: "paths of a site with control characters",
    protects: "a path that is cut at a NUL",
    edits: [{ file: SitePrefix, find: "unreadable.test(decoded)", replace: never }],
    tests: [prefixes],
  },
  {
    name: "a site's prefix told to the backend",
    protects: "redirects that leave the documentation, which are walked before anybody looks",
    edits: [{ file: readPage, find: "...(within === undefined ? {} : { within }),", replace: "" }],
    tests: [docsFetch],
  },
  {
    name: "a site's prefix on every hop of the walk",
    protects: "the same",
    edits: [
      {
        file: transport("PinnedFetch"),
        find: "...(within === undefined ? {} : { policy: { ...settings, within } })",
        replace: "...{}",
      },
    ],
    tests: [netTest("docs")],
  },
  {
    name: "where a backend ended, within a site",
    protects: "pages of a remote backend or a cache that followed a redirect by itself",
    edits: [
      {
        file: readPage,
        find: "const judged = WebUrl.parse(hop, policy)",
        replace: 'const judged = WebUrl.parse(hop, Struct.omit(policy, ["within"]))',
      },
    ],
    tests: [docsFetch, toolsTest("DocsSite")],
  },
  {
    name: "hits outside of a site",
    protects: "pages of others, offered as documentation",
    edits: [
      {
        file: usecase("docs"),
        find: "Result.isSuccess(WebUrl.parse(url, policy))",
        replace: "Result.isSuccess(WebUrl.parse(url, policy)) || url !== ''",
      },
    ],
    tests: [coreTest("usecases/docsSearch"), toolsTest("DocsSite")],
  },
  {
    name: "the base URL of a site",
    protects: "tools over a private host, set up by mistake",
    edits: [
      {
        file: policy("Site"),
        find: "WebUrl.parse(baseUrl, settings)",
        replace: 'WebUrl.parse("https://example.com/", settings)',
      },
    ],
    tests: [coreTest("policy/Site")],
  },
]
