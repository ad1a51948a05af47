/** The areas of mutation testing, in groups of files that run against the same tests. */
import { globSync } from "node:fs"
import { basename, join } from "node:path"

export interface Group {
  /** Globs of the mutated files. */
  readonly sources: ReadonlyArray<string>
  /** Globs of the tests that they run against. */
  readonly tests: ReadonlyArray<string>
}

const within =
  (from: string, to: string) =>
  (sources: ReadonlyArray<string>, tests: ReadonlyArray<string>): Group => ({
    sources: sources.map((name) => `${from}/${name}.ts`),
    tests: tests.map((name) => `${to}/${name}.test.ts`),
  })

const core = within("packages/core/src", "packages/core/test")
const kit = within("packages/provider-kit/src", "packages/provider-kit/test")
const fetch = within("packages/backend-fetch/src", "packages/backend-fetch/test")
const provider = within("packages/providers/src", "packages/providers/test")

export const areas: Readonly<Record<string, ReadonlyArray<Group>>> = {
  policy: [
    core(["policy/!(Robots)"], ["policy/!(Robots*)", "usecases/{docsFetch,docsSearch,observeRefusals,searchFilters}"]),
    // Long and hostile files have their own tests: under coverage they take a minute.
    core(["policy/Robots"], ["policy/Robots"]),
  ],
  chain: [kit(["chain/!(index)"], ["chain/*"])],
  fetch: [
    fetch(
      ["{HostLimit,PinnedFetch,RequestHeaders,RedirectChain,Retry}"],
      [
        "{Conditional,HostLimit,PinCache,PinnedFetch,PinnedImage,RedirectChain,RequestHeaders,Retry}",
        "{MarkdownAlternate,contract,crawl-delay,robots}",
      ],
    ),
    fetch(
      ["{Connector,Exchange,UndiciDialer}"],
      ["{Connector,Exchange,NodeDialer,UndiciDialer,WireLimit,image-sockets,sockets}"],
    ),
    fetch(["SiteRules"], ["{crawl-delay,robots,robots-store}"]),
    fetch(["{LookupQueue,NodeNetwork}"], ["{LookupQueue,NodeDialer,NodeResolver,hanging-dns}"]),
    fetch(["{Body,Decoder}"], ["{ContentEncoding,ContentType,Decoder,PinnedFetch,PinnedImage}"]),
    fetch(["{AlternateLink,MarkdownAlternate}"], ["{AlternateLink,LinkHeader,MarkdownAlternate,PageHead}"]),
    fetch(["NodeHttpClient"], ["NodeHttpClient"]),
  ],
  providers: [
    // No provider uses another's code.
    ...globSync("packages/providers/src/*.ts", { cwd: join(import.meta.dirname, "../..") })
      .map((file) => basename(file, ".ts"))
      .toSorted()
      .map((name) => provider([name], [`${name}*`])),
    provider(["rerankers/*"], ["rerankers/*"]),
    provider(["shared/DuckDuckGoRegion"], ["duckduckgo*"]),
  ],
}
