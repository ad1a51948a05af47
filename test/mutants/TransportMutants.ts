/** The URL policy and the transport, each time without one of their checks. */
import type { Mutant } from "./Mutant.ts"

export const transportMutants: ReadonlyArray<Mutant> = [
  {
    name: "a site's prefix on every hop",
    protects: "redirects that leave the documentation",
    edits: [
      {
        file: "packages/backend-fetch/src/page/PinnedPage.ts",
        find: "const policy = request.within === undefined ? parts.settings : { ...parts.settings, within: request.within }",
        replace: "const policy = parts.settings",
      },
    ],
    tests: ["packages/test-net/test/docs.test.ts"],
  },
  {
    name: "only the pinned address is dialled",
    protects: "DNS rebinding between check and connection",
    edits: [{ file: "packages/backend-fetch/src/dial/PinnedConnector.ts", find: "hostname: address,", replace: "" }],
    tests: ["packages/test-net/test/by-layers.dns.test.ts"],
  },
  {
    name: "proxy isolation",
    protects: "a proxy of the environment that resolves and connects for us",
    edits: [
      {
        file: "packages/backend-fetch/src/dial/UndiciDialer.ts",
        find: "import { Pool } from",
        // The command's bundle holds only a part of undici's index, so this class comes from its own file.
        replace:
          '// @ts-expect-error -- it has no types\nimport EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js"\nimport { Pool } from',
      },
      {
        file: "packages/backend-fetch/src/dial/UndiciDialer.ts",
        find: 'pool.dispatch({ method: "GET",',
        replace:
          'const agent = process.env["HTTP_PROXY"] === undefined ? pool : new EnvHttpProxyAgent()\n  agent.dispatch({ origin: hop.target.origin, method: "GET",',
      },
    ],
    tests: ["packages/test-net/test/by-command.test.ts"],
  },
  {
    name: "TLS verification, set explicitly",
    protects: "NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment",
    edits: [
      { file: "packages/backend-fetch/src/dial/PinnedConnector.ts", find: "rejectUnauthorized: true,", replace: "" },
    ],
    tests: ["packages/test-net/test/by-layers.tls.test.ts"],
  },
  {
    name: "both: a redirect's URL, and the URL when a Hop is made",
    protects: "a redirect to a blocked target",
    edits: [
      {
        file: "packages/core/src/policy/Redirect.ts",
        find: "WebUrl.judge(resolved(location, from), policy)",
        replace: "WebUrl.judge(resolved(location, from), Object.assign({ later: true }, policy))",
      },
      {
        file: "packages/core/src/policy/WebUrl.ts",
        find: "const refusal = refusedHost(subject)",
        replace: 'const refusal = "later" in policy ? undefined : refusedHost(subject)',
      },
    ],
    tests: ["packages/backend-fetch/test/page/PinnedPage.test.ts"],
  },
  {
    name: "addresses judged on later hops",
    protects: "a redirect to a name whose address is private",
    edits: [
      {
        file: "packages/backend-fetch/src/chain/Visit.ts",
        find: "Hop.vet(target, answers)",
        replace: "Hop.vet(target, answers, from !== undefined)",
      },
      {
        file: "packages/core/src/policy/Hop.ts",
        find: "    answers: ReadonlyArray<string>,\n  ): Result.Result<readonly [Hop",
        replace: "    answers: ReadonlyArray<string>,\n    later = false,\n  ): Result.Result<readonly [Hop",
      },
      {
        file: "packages/core/src/policy/Hop.ts",
        find: "PublicAddress.classify(answer)",
        replace: "PublicAddress.classify(answer, later)",
      },
      {
        file: "packages/core/src/policy/PublicAddress.ts",
        find: "static classify(text: string): PublicAddress | undefined {",
        replace:
          "static classify(text: string, any = false): PublicAddress | undefined {\n    if (any) return new PublicAddress(vetting, text, 4)",
      },
    ],
    tests: ["packages/backend-fetch/test/page/PinnedPage.test.ts"],
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
    tests: ["packages/core/test/policy/WebUrl.hostile.test.ts", "packages/backend-fetch/test/page/PinnedPage.test.ts"],
  },
  {
    name: "no data of one hop on the next",
    protects: "a URL with a secret, sent to the next site",
    edits: [
      {
        file: "packages/backend-fetch/src/chain/RedirectChain.ts",
        find: "sendBefore === undefined ? { headers } : { headers, sendBefore }",
        replace: "{ headers: { ...headers, referer: position.visited.at(-2) ?? '' } }",
      },
    ],
    tests: ["packages/backend-fetch/test/page/PinnedPage.test.ts"],
  },
  {
    name: "policy before a page's backend",
    protects: "internal URLs sent to a provider",
    edits: [
      {
        file: "packages/core/src/usecases/webFetch.ts",
        find: "yield* Effect.fromResult(WebUrl.judge(address, policy))",
        replace: 'Object.assign(Object.create(WebUrl.Target.prototype), { url: address, host: "" })',
      },
    ],
    tests: ["packages/core/test/usecases/webFetch.test.ts"],
  },
]
