/** The URL policy and the redirect decision, without one of their checks each. */
import { coreTest, domain, fetchTest, type Mutant, never, policy, toolsTest, transport, usecase } from "./Mutant.ts"

const WebUrl = policy("WebUrl")
const HostName = policy("HostName")
const Redirect = policy("Redirect")
const Hop = policy("Hop")

const vectors = coreTest("policy/vectors")
const beforeBackend = coreTest("usecases/webFetch")
const redirects = coreTest("policy/Redirect")
const walk = fetchTest("PinnedFetch")

const trustLocation = {
  file: Redirect,
  find: "WebUrl.parse(resolved(location, from), policy)",
  replace: "Result.try({ try: () => resolved(location, from) as WebUrl.WebUrl, catch: () => make(blockedTarget) })",
}
const trustUrl = {
  file: Hop,
  find: "WebUrl.parse(url, policy)",
  replace: "Result.succeed(url) as Result.Result<WebUrl.WebUrl, WebError>",
}
const trustLiteral = { file: WebUrl, find: "PublicAddress.classify(host.value) === undefined", replace: never }

export const urlMutants: ReadonlyArray<Mutant> = [
  {
    name: "scheme rule",
    protects: "file:, ftp:, gopher: and the like as a URL",
    edits: [{ file: WebUrl, find: 'url.protocol !== "http:" && url.protocol !== "https:"', replace: never }],
    tests: [vectors, beforeBackend],
  },
  {
    name: "credentials in the URL",
    protects: "a password that is sent on, and hosts hidden behind an @",
    edits: [{ file: WebUrl, find: 'url.username !== "" || url.password !== ""', replace: never }],
    tests: [vectors, beforeBackend],
  },
  {
    name: "control characters in the URL",
    protects: "a URL that reads differently to a person, a log and a parser",
    edits: [{ file: WebUrl, find: "if (hasControlCharacter(input))", replace: `if (${never})` }],
    tests: [vectors, coreTest("policy/Refusal")],
  },
  {
    name: "control characters in a Location",
    protects: "the same from a site that redirects",
    edits: [{ file: Redirect, find: "if (WebUrl.hasControlCharacter(location))", replace: `if (${never})` }],
    tests: [redirects],
  },
  {
    name: "shape of a host name",
    protects: "names that DNS, TLS and HTTP read differently",
    edits: [
      {
        file: HostName,
        find: 'name.length <= 253 && name.split(".").every((part) => label.test(part))',
        replace: "label !== undefined && name.length > 0",
      },
    ],
    tests: [vectors],
  },
  {
    name: "length of a URL, once escapes are written out",
    protects: "a request line without bounds",
    edits: [{ file: WebUrl, find: "href.length <= maxLength", replace: "href.length > 0" }],
    tests: [coreTest("policy/WebUrl")],
  },
  {
    name: "length of a host, before it is parsed",
    protects: "time: hosts outside ASCII, whose parsing grows with the square",
    edits: [{ file: WebUrl, find: "if (hasEndlessAuthority(input)) {", replace: `if (${never}) {` }],
    tests: [coreTest("policy/WebUrl")],
  },
  {
    name: "private literals",
    protects: "http://127.0.0.1/ and http://169.254.169.254/ told to a remote backend",
    edits: [trustLiteral],
    tests: [vectors, beforeBackend],
  },
  {
    name: "name policy",
    protects: "internal names asked of DNS, or told to a remote backend",
    edits: [{ file: WebUrl, find: "HostName.isRefused(host.value)", replace: never }],
    tests: [vectors, beforeBackend],
  },
  {
    name: "names without a dot",
    protects: "a search domain that completes http://intranet/",
    edits: [{ file: HostName, find: '!name.includes(".") || refused', replace: "refused" }],
    tests: [vectors, beforeBackend],
  },
  {
    name: "names of metadata services outside private suffixes",
    protects: "a cloud's credentials",
    edits: [{ file: HostName, find: "[...privateSuffixes, ...metadataNames]", replace: "[...privateSuffixes]" }],
    tests: [vectors],
  },
  {
    name: "port rule",
    protects: "other services of a public host: SSH, Redis, admin pages",
    edits: [{ file: WebUrl, find: "!policy.ports.includes(portOf(url))", replace: never }],
    tests: [vectors, coreTest("policy/WebUrl")],
  },
  {
    name: "policy before a page's backend",
    protects: "internal URLs told to a vendor",
    edits: [
      {
        file: usecase("webFetch"),
        find: "yield* Effect.fromResult(WebUrl.parse(address, policy))",
        replace: "address as WebUrl.WebUrl",
      },
    ],
    tests: [beforeBackend],
  },
  {
    name: "policy before an image's backend",
    protects: "the same, for images",
    edits: [
      {
        file: usecase("fetchImage"),
        find: "yield* Effect.fromResult(WebUrl.parse(request.url, settings))",
        replace: "address as WebUrl.WebUrl",
      },
    ],
    tests: [coreTest("usecases/fetchImage")],
  },
  {
    name: "revalidation of a redirect's URL",
    protects: "a public page that redirects to a private literal, name or port",
    edits: [trustLocation],
    tests: [redirects],
  },
  {
    name: "the URL judged again when a Hop is made",
    protects: "a WebUrl forged by a cast",
    edits: [trustUrl],
    tests: [coreTest("policy/types")],
  },
  {
    name: "both: a redirect's URL, and the URL when a Hop is made",
    protects: "a walk that goes on where a site says",
    edits: [trustLocation, trustUrl],
    tests: [walk],
  },
  {
    name: "downgrade rule",
    protects: "a page read in the clear, because a site or somebody between says so",
    edits: [{ file: Redirect, find: 'from.startsWith("https:") && to.startsWith("http:")', replace: never }],
    tests: [redirects, walk],
  },
  {
    name: "redirects in a circle",
    protects: "requests for nothing",
    edits: [{ file: Redirect, find: "step.visited.some((url) => sameResource(url, to))", replace: never }],
    tests: [redirects],
  },
  {
    name: "limit of redirects",
    protects: "a chain without end",
    edits: [{ file: Redirect, find: "step.visited.length > step.maxRedirects", replace: never }],
    tests: [redirects, coreTest("policy/Refusal")],
  },
  {
    name: "one answer for every refused redirect, by URL",
    protects: "a network mapped by redirects",
    edits: [{ file: Redirect, find: "onLaterHop(parsed.failure, from)", replace: "parsed.failure" }],
    tests: [redirects],
  },
  {
    name: "one answer for every refused redirect, by address",
    protects: "a network mapped by redirects to names",
    edits: [
      {
        file: transport("Walk"),
        find: "from === undefined ? error : Redirect.onLaterHop(error, from)",
        replace: "from === undefined ? error : error",
      },
    ],
    tests: [walk],
  },
  {
    name: "no address in what a model is told of a refusal",
    protects: "a network mapped by error messages",
    edits: [
      {
        file: Hop,
        find: `"The URL's host has a private, local or metadata address. Use a public page."`,
        replace: "`The URL's host has the address ${address}.`",
      },
    ],
    tests: [toolsTest("leaks")],
  },
  {
    name: "the cause of an error apart from what is told",
    protects: "addresses, headers and bodies in an error's JSON",
    edits: [
      {
        file: domain("WebError"),
        find: "    return this.wire\n",
        replace: "    return { ...this.wire, message: String(causes.get(this) ?? this.wire.message) }\n",
      },
    ],
    tests: [coreTest("domain/WebError"), toolsTest("leaks")],
  },
  {
    name: "no system error in what a model is told of a connection",
    protects: "the addresses and ports that connections failed at",
    edits: [
      {
        file: transport("Exchange"),
        find: `"The host can't be reached. Check the URL or use another page."`,
        replace: "`The host can't be reached: ${String(error)}`",
      },
    ],
    tests: [fetchTest("NodeDialer")],
  },
]
