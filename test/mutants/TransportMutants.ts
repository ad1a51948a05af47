/** The URL policy, the transport and images, each time without one of their checks. */
import type { Mutant } from "./Mutant.ts"

export const transportMutants: ReadonlyArray<Mutant> = [
  {
    name: "a site's prefix on every hop",
    protects: "redirects that leave the documentation",
    edits: [
      {
        file: "packages/backend-fetch/src/PinnedFetch.ts",
        find: "...(within === undefined ? {} : { policy: { ...settings, within } })",
        replace: "...{}",
      },
    ],
    tests: ["packages/test-net/test/docs.test.ts"],
  },
  {
    name: "only the pinned address is dialled",
    protects: "DNS rebinding between check and connection",
    edits: [{ file: "packages/backend-fetch/src/Connector.ts", find: "hostname: address,", replace: "" }],
    tests: ["packages/test-net/test/dns.test.ts"],
  },
  {
    name: "proxy isolation",
    protects: "a proxy of the environment that resolves and connects for us",
    edits: [
      {
        file: "packages/backend-fetch/src/UndiciDialer.ts",
        find: "import { Pool } from",
        // The command's bundle holds only a part of undici's index, so this class comes from its own file.
        replace:
          '// @ts-expect-error -- it has no types\nimport EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js"\nimport { Pool } from',
      },
      {
        file: "packages/backend-fetch/src/UndiciDialer.ts",
        find: 'pool.dispatch({ method: "GET",',
        replace:
          'const agent = process.env["HTTP_PROXY"] === undefined ? pool : new EnvHttpProxyAgent()\n  agent.dispatch({ origin: hop.target.origin, method: "GET",',
      },
    ],
    tests: ["packages/test-net/test/command.test.ts"],
  },
  {
    name: "TLS verification, set explicitly",
    protects: "NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment",
    edits: [{ file: "packages/backend-fetch/src/Connector.ts", find: "rejectUnauthorized: true,", replace: "" }],
    tests: ["packages/test-net/test/tls.test.ts"],
  },
  {
    name: "TLS for the host's name",
    protects: "a certificate of another host at the same address",
    edits: [
      {
        file: "packages/backend-fetch/src/Connector.ts",
        find: "? { servername } :",
        replace: "? { servername: address } :",
      },
    ],
    tests: ["packages/test-net/test/tls.test.ts"],
  },
  {
    name: "no resumed TLS session",
    protects: "a connection without certificate check",
    edits: [
      {
        file: "packages/backend-fetch/src/Connector.ts",
        find: "maxCachedSessions: 0",
        replace: "maxCachedSessions: 9",
      },
    ],
    tests: ["packages/test-net/test/tls.test.ts"],
  },
  {
    name: "both: a redirect's URL, and the URL when a Hop is made",
    protects: "a redirect to a blocked target",
    edits: [
      {
        file: "packages/core/src/policy/Redirect.ts",
        find: "WebUrl.parse(resolved(location, from), policy)",
        replace:
          "Result.try({ try: () => resolved(location, from) as WebUrl.WebUrl, catch: () => make(blockedTargetWire) })",
      },
      {
        file: "packages/core/src/policy/Hop.ts",
        find: "WebUrl.parse(url, policy)",
        replace: "Result.succeed(url) as Result.Result<WebUrl.WebUrl, WebError>",
      },
    ],
    tests: ["packages/backend-fetch/test/PinnedFetch.test.ts"],
  },
  {
    name: "addresses judged on later hops",
    protects: "a redirect to a name whose address is private",
    edits: [
      {
        file: "packages/backend-fetch/src/RedirectChain.ts",
        find: "Hop.vet(url, answers, policy)",
        replace: "Hop.vet(url, answers, from === undefined ? policy : Object.assign({ later: true }, policy))",
      },
      {
        file: "packages/core/src/policy/Hop.ts",
        find: "PublicAddress.classify(answer)",
        replace: 'PublicAddress.classify(answer, "later" in policy)',
      },
      {
        file: "packages/core/src/policy/PublicAddress.ts",
        find: "static classify(text: string): PublicAddress | undefined {",
        replace:
          "static classify(text: string, any = false): PublicAddress | undefined {\n    if (any) return new PublicAddress(vetting, text, 4)",
      },
    ],
    tests: ["packages/backend-fetch/test/PinnedFetch.test.ts"],
  },
  {
    name: "private answers refused",
    protects: "every name whose address is private",
    edits: [
      {
        file: "packages/core/src/policy/Hop.ts",
        find: "PublicAddress.classify(answer)",
        replace: "PublicAddress.classify(answer, true)",
      },
      {
        file: "packages/core/src/policy/PublicAddress.ts",
        find: "static classify(text: string): PublicAddress | undefined {",
        replace:
          "static classify(text: string, any = false): PublicAddress | undefined {\n    if (any) return new PublicAddress(vetting, text, 4)",
      },
    ],
    tests: ["packages/core/test/policy/vectors.test.ts", "packages/backend-fetch/test/PinnedFetch.test.ts"],
  },
  {
    name: "no data of the caller in a request",
    protects: "tracing headers, cookies and keys sent to a site",
    edits: [
      {
        file: "packages/backend-fetch/src/UndiciDialer.ts",
        find: "start(lease.pool, hop, headers,",
        replace: 'start(lease.pool, hop, { ...headers, traceparent: "00-0af7651916cd43dd-b7ad6b71-01" },',
      },
    ],
    tests: ["packages/backend-fetch/test/NodeDialer.test.ts"],
  },
  {
    name: "no data of one hop on the next",
    protects: "a URL with a secret, sent to the next site",
    edits: [
      {
        file: "packages/backend-fetch/src/RedirectChain.ts",
        find: "headersFor(request, position.url)",
        replace: "{ ...headersFor(request, position.url), referer: position.visited.at(-2) ?? '' }",
      },
    ],
    tests: ["packages/backend-fetch/test/PinnedFetch.test.ts"],
  },
  {
    name: "policy before a page's backend",
    protects: "internal URLs sent to a provider",
    edits: [
      {
        file: "packages/core/src/usecases/webFetch.ts",
        find: "yield* Effect.fromResult(WebUrl.parse(address, policy))",
        replace: "address as WebUrl.WebUrl",
      },
    ],
    tests: ["packages/core/test/usecases/webFetch.test.ts"],
  },
  {
    name: "policy before an image's backend",
    protects: "the same, for images",
    edits: [
      {
        file: "packages/core/src/usecases/fetchImage.ts",
        find: "yield* Effect.fromResult(WebUrl.parse(request.url, settings))",
        replace: "request.url as WebUrl.WebUrl",
      },
    ],
    tests: ["packages/core/test/usecases/fetchImage.test.ts"],
  },
  {
    name: "the cause of an error outside its wire form",
    protects: "addresses, headers and bodies in an error's JSON",
    edits: [
      {
        file: "packages/core/src/domain/WebError.ts",
        find: "    return this.wire\n",
        replace: "    return { ...this.wire, message: String(causes.get(this) ?? this.wire.message) }\n",
      },
    ],
    tests: ["packages/core/test/domain/WebError.test.ts", "packages/tools/test/leaks.test.ts"],
  },
  {
    name: "a site's prefix passed to the backend",
    protects: "redirects that leave the documentation",
    edits: [
      {
        file: "packages/core/src/usecases/readPage.ts",
        find: "...(within === undefined ? {} : { within }),",
        replace: "",
      },
    ],
    tests: ["packages/core/test/usecases/docsFetch.test.ts"],
  },
  {
    name: "a backend's last URL, within a site",
    protects: "a redirect that a remote backend or a cache followed",
    edits: [
      {
        file: "packages/core/src/usecases/readPage.ts",
        find: "const judged = WebUrl.parse(hop, policy)",
        replace: "const judged = WebUrl.parse(hop, (({ within: _, ...others }) => others)(policy))",
      },
    ],
    tests: ["packages/core/test/usecases/docsFetch.test.ts", "packages/tools/test/layers/DocsSite.test.ts"],
  },
  {
    name: "hits outside of a site",
    protects: "foreign pages, presented as documentation",
    edits: [
      {
        file: "packages/core/src/usecases/docs.ts",
        find: "Result.isSuccess(WebUrl.parse(url, policy))",
        replace: "Result.isSuccess(WebUrl.parse(url, policy)) || url !== ''",
      },
    ],
    tests: ["packages/core/test/usecases/docsSearch.test.ts", "packages/tools/test/layers/DocsSite.test.ts"],
  },
  {
    name: "an image by its bytes",
    protects: "SVG, HTML and other content that is declared as an image",
    edits: [
      {
        file: "packages/core/src/domain/page/Image.ts",
        find: "sniff(bytes) :",
        replace: '(sniff(bytes) ?? "image/png") :',
      },
    ],
    tests: ["packages/core/test/usecases/fetchImage.test.ts", "packages/backend-fetch/test/PinnedImage.test.ts"],
  },
  {
    name: "an image's size, in the kernel",
    protects: "a third party's backend that uses up memory",
    edits: [
      { file: "packages/core/src/domain/page/Image.ts", find: "bytes.length > maxBytes", replace: "maxBytes < 0" },
    ],
    tests: ["packages/core/test/usecases/fetchImage.test.ts"],
  },
  {
    name: "deadline of a page",
    protects: "a site that never answers",
    edits: [
      {
        file: "packages/core/src/usecases/webFetch.ts",
        find: "duration: fetch_timeout",
        replace: 'duration: "9 days"',
      },
    ],
    tests: ["packages/core/test/usecases/webFetch.test.ts"],
  },
  {
    name: "deadline of an image",
    protects: "the same, for images",
    edits: [
      {
        file: "packages/core/src/usecases/fetchImage.ts",
        find: "duration: settings.fetch_timeout",
        replace: 'duration: "9 days"',
      },
    ],
    tests: ["packages/core/test/usecases/fetchImage.test.ts"],
  },
]
