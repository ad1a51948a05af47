/** The areas of mutation testing, in groups of files that run against the same tests. */
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

/** The package that holds the chain of providers. */
const chainPackage = "packages/provider-kit"

/** The folders whose files are mutated, but barrels. */
export const folders = ["packages/core/src/policy", `${chainPackage}/src/chain`, "packages/backend-fetch/src"]

const core = within("packages/core/src", "packages/core/test")
const chain = within(`${chainPackage}/src/chain`, `${chainPackage}/test/chain`)
const fetch = within("packages/backend-fetch/src", "packages/backend-fetch/test")

export const areas: Readonly<Record<string, ReadonlyArray<Group>>> = {
  policy: [core(["policy/*"], ["policy/*", "usecases/{docsFetch,docsSearch,selectHits}"])],
  chain: [chain(["!(index)"], ["*"])],
  fetch: [
    fetch(
      ["{chain,page}/*", "RequestHeaders"],
      [
        "chain/*",
        "page/{PinnedImage,PinnedPage,PinnedPage.conditional,PinnedPage.contract}",
        "{RequestHeaders,alternate/MarkdownAlternate,site/SiteRules*}",
      ],
    ),
    fetch(["sign/*"], ["sign/*"]),
    fetch(["dial/*"], ["{dial/*,page/*.integration}"]),
    fetch(["site/!(Robots)"], ["site/!(Robots|Robots.hostile)"]),
    // Long and hostile files have their own tests: under coverage they take a minute.
    fetch(["site/Robots"], ["site/Robots"]),
    fetch(["resolve/*"], ["{dial/NodeDialer,resolve/*}"]),
    fetch(["body/*"], ["{body/*,page/PinnedImage,page/PinnedPage}"]),
    fetch(["alternate/*"], ["alternate/*"]),
    fetch(["NodeHttpClient"], ["NodeHttpClient"]),
  ],
}
