/** The arrows point inwards and the kernel is pure: proved by lint on the real tree, and by planting violations. */
import { assert, describe, it } from "vitest"
import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")
const oxlint = join(root, "node_modules/.bin/oxlint")

/** The planted sources, by path. */
const plants = new Map<string, string>()

/** Plants a file in a folder; the result holds the rules that it breaks. One run lints all of them. */
const plant = (folder: string, source: string): (() => ReadonlyArray<string>) => {
  const file = `${folder}/Planted${plants.size}.ts`
  plants.set(file, source)
  return () => lintPlants().flatMap(({ code, filename }) => (filename === file ? [code] : []))
}

interface Diagnostic {
  readonly code: string
  readonly filename: string
}

let linted: ReadonlyArray<Diagnostic> | undefined

const lintPlants = (): ReadonlyArray<Diagnostic> => {
  if (linted !== undefined) return linted
  const folder = mkdtempSync(join(tmpdir(), "porthole-lint-"))
  cpSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"))
  for (const [file, source] of plants) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), source)
  }
  const { stdout } = spawnSync(oxlint, ["--format", "json", "."], { cwd: folder, encoding: "utf8" })
  rmSync(folder, { recursive: true })
  const report: { readonly diagnostics: ReadonlyArray<Diagnostic>; readonly number_of_files: number } =
    JSON.parse(stdout)
  assert.isAtLeast(report.number_of_files, plants.size)
  return (linted = report.diagnostics)
}

/** Private packages that the published extractor contains. */
const readerKit = ["@porthole/reader-pool", "@porthole/visibility"]

const importing = (specifier: string) => `import * as x from "${specifier}"\nexport const y = x\n`

const imported = (folder: string) => (specifier: string) => [specifier, plant(folder, importing(specifier))] as const

const arrow = ([name = "", specifier = ""]: ReadonlyArray<string>) =>
  [name, specifier, plant(`packages/${name.includes("/") ? name : `${name}/src`}`, importing(specifier))] as const

describe("the kernel", () => {
  it.each(
    [
      "node:fs",
      "fs",
      "undici",
      "@effect/platform-node/NodeHttpClient",
      "@porthole/extract",
      "@porthole/tools",
      "linkedom",
      "../../../extract/src/index.ts",
    ].map(imported("packages/core/src/domain")),
  )("may not import %s", (_, rules) => {
    assert.include(rules(), "eslint(no-restricted-imports)")
  })

  it.each(
    [
      `import type { Stats } from "node:fs"\nexport type X = Stats\n`,
      `export * from "node:net"\n`,
      `export const load = () => import("node:dns")\n`,
    ].map((source) => [source, plant("packages/core/src/usecases", source)] as const),
  )("may not reach Node by another form of import: %j", (_, rules) =>
    assert.include(rules(), "eslint(no-restricted-imports)"),
  )

  it.each(
    [
      "fetch",
      "process",
      "Buffer",
      "WebSocket",
      "EventSource",
      "XMLHttpRequest",
      "globalThis",
      "Date",
      // clock: a name
      "setTimeout",
    ].map((name) => [name, plant("packages/core/src/policy", `export const planted = () => ${name}\n`)] as const),
  )("may not use the global %s", (_, rules) => assert.include(rules(), "eslint(no-restricted-globals)"))

  it.each(
    ["effect/Effect", "effect", "ipaddr.js", "./Other.ts", "../ports/Network.ts"].map(
      imported("packages/core/src/domain"),
    ),
  )("may import %s", (_, rules) => {
    assert.notInclude(rules(), "eslint(no-restricted-imports)")
  })
})

/** The packages that a file and the files it imports by path name, types included, but not in comments. */
const importedBy = (file: string): ReadonlyArray<string> => {
  const code = readFileSync(file, "utf8").replaceAll(/\/\*\*[^]*?\*\//g, "")
  return Array.from(code.matchAll(/\bfrom "([^"]+)"/g)).flatMap(([, specifier = ""]) =>
    specifier.startsWith(".") ? importedBy(join(dirname(file), specifier)) : [specifier],
  )
}

describe("the arrows", () => {
  it.each(
    [
      ["backend-fetch", "@porthole/extract"],
      ["backend-fetch", "@porthole/tools"],
      ["backend-searxng", "@porthole/backend-fetch"],
      ["backend-browser", "@porthole/backend-fetch"],
      ["providers", "@porthole/backend-searxng"],
      ["extract", "@porthole/backend-searxng"],
      ["reader-pool", "@porthole/extract"],
      ["reader-pool", "@porthole/stores"],
      ["visibility", "@porthole/extract"],
      ["extract-pdf", "@porthole/extract"],
      ["extract-office", "@porthole/extract"],
      ["vectors-en", "@porthole/extract"],
      ["docs-index", "@porthole/extract"],
      ["jobs", "@porthole/extract"],
      ["recording", "@porthole/backend-fetch"],
      ["extract", "../../core/src/index.ts"],
      ["store-disk", "@porthole/tools"],
      ["store-redis", "@porthole/store-disk"],
      ["tools", "@porthole/cli"],
      ["tools", "@porthole/serve"],
      ["serve", "@porthole/cli"],
      ["serve", "@porthole/store-redis"],
      ["cli", "@porthole/backend-fetch"],
      ["cli", "@porthole/extract"],
      ["cli", "@porthole/integrations/ai"],
      ["tools", "@porthole/integrations/ai"],
      ["integrations", "@porthole/core"],
      ["integrations", "@porthole/cli"],
      ["testing", "@porthole/stores"],
      ["testing", "node:fs"],
      ["stores", "@porthole/provider-kit"],
      ["stores", "@porthole/testing"],
      ["stores", "node:fs"],
      ["provider-kit", "@porthole/testing"],
      ["provider-kit", "@porthole/backend-searxng"],
      ["provider-kit", "node:http"],
      ["providers", "@porthole/testing"],
      ["store-disk", "@porthole/stores/testing"],
      ["tools", "@porthole/testing"],
      ["tools", "@porthole/provider-kit/testing"],
      ["cli", "@porthole/provider-kit"],
    ].map(arrow),
  )("%s may not import %s", (_name, _specifier, rules) => {
    assert.include(rules(), "eslint(no-restricted-imports)")
  })

  it.each(
    [
      ["backend-fetch", "@porthole/core"],
      ["providers", "@porthole/provider-kit"],
      ["backend-fetch", "node:dns"],
      ["reader-pool", "@porthole/core"],
      ["extract", "@porthole/reader-pool"],
      ["extract", "@porthole/visibility/dom"],
      ["store-disk", "@porthole/stores"],
      ["testing", "@porthole/core"],
      ["stores", "@porthole/core"],
      ["stores/src/testing", "@porthole/testing"],
      ["provider-kit", "@porthole/stores"],
      ["provider-kit/src/testing", "@porthole/testing"],
      ["store-disk", "node:crypto"],
      ["store-redis", "redis"],
      ["tools", "@porthole/backend-fetch"],
      ["serve", "@porthole/tools"],
      ["serve", "node:http"],
      ["cli", "@porthole/tools"],
      ["cli", "@porthole/serve"],
      ["integrations", "@porthole/tools"],
      ["integrations", "@langchain/core/tools"],
    ].map(arrow),
  )("%s may import %s", (_name, _specifier, rules) => {
    assert.notInclude(rules(), "eslint(no-restricted-imports)")
  })

  it("hold in each package's declarations", () => {
    const declared = (name: string): ReadonlyArray<string> => {
      const manifest = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), "utf8"))
      return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
        .filter((dependency) => dependency.startsWith("@porthole/"))
        .toSorted()
    }
    assert.deepStrictEqual(declared("core"), [])
    const adapters = globSync("packages/{backend-*,providers,extract*,store-*}", { cwd: root }).map(
      (path) => path.split("/")[1]!,
    )
    assert.lengthOf(adapters, 9)
    const below = ["@porthole/core", "@porthole/stores", "@porthole/provider-kit", ...readerKit]
    for (const adapter of adapters) {
      assert.include(declared(adapter), "@porthole/core")
      for (const name of declared(adapter)) assert.include(below, name)
    }
    for (const name of readerKit)
      assert.includeMembers(["@porthole/core"], Array.from(declared(name.replace("@porthole/", ""))))
    assert.deepStrictEqual(declared("testing"), ["@porthole/core"])
    assert.deepStrictEqual(declared("stores"), ["@porthole/core", "@porthole/testing"])
    assert.deepStrictEqual(declared("provider-kit"), ["@porthole/core", "@porthole/stores", "@porthole/testing"])
    assert.deepStrictEqual(declared("integrations"), ["@porthole/tools"])
    assert.notInclude(declared("tools"), "@porthole/cli")
    assert.notInclude(declared("tools"), "@porthole/serve")
    assert.deepStrictEqual(declared("serve"), ["@porthole/core", "@porthole/stores", "@porthole/tools"])
    assert.notInclude(declared("tools"), "@porthole/integrations")
  })

  it.each(readerKit)("%s declares what it imports, so that a reader's process may load it", (name) => {
    const folder = join(root, name.replace("@porthole", "packages"))
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    const declared = Object.keys({ ...dependencies, ...peerDependencies })
    const imports = globSync("src/**/*.ts", { cwd: folder }).flatMap((file) =>
      Array.from(readFileSync(join(folder, file), "utf8").matchAll(/\bfrom "((?:@[\w-]+\/)?[\w-]+(?=["/]))/g)),
    )
    const named = Array.from(new Set(imports.map(([, found = ""]) => found)))
    assert.isAbove(named.length, 0)
    assert.includeMembers(declared, named)
  })

  it.each([
    ["ai", /^ai$/],
    ["langchain", /^@langchain\/core\//],
    ["mastra", /^@mastra\/core\//],
    ["openai-agents", /^@openai\/agents$/],
  ])("keep every SDK but its own out of integrations/%s, and all of them are optional", (entry, own) => {
    const source = join(root, "packages/integrations")
    const { dependencies, exports, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(source, "package.json"), "utf8"),
    )
    assert.isUndefined(dependencies)
    assert.deepStrictEqual(
      Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true),
      ["@porthole/tools"],
    )
    assert.strictEqual(exports[`./${entry}`], `./src/${entry}.ts`)
    const imported = importedBy(join(source, "src", `${entry}.ts`))
    assert.deepStrictEqual(
      imported.filter((specifier) => specifier !== "@porthole/tools" && !own.test(specifier)),
      [],
    )
    assert.isAbove(imported.length, 1)
  })

  it("keep Effect's persistence out of the kernel's root, which every program loads", () => {
    const seen = new Set<string>()
    const follow = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      const code = readFileSync(file, "utf8")
      for (const [, specifier] of code.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)"/gm)) {
        assert.notMatch(
          specifier ?? "",
          /^effect\/(?:persistence\/(?:Persist|CircuitBreaker|Redis)|sql)|^effect$/,
          file,
        )
        if (specifier?.startsWith(".")) follow(join(dirname(file), specifier))
      }
    }
    follow(join(root, "packages/core/src/index.ts"))
    assert.isAbove(seen.size, 20)
  })

  // `pnpm lint` also reads the tests, which takes twice the time.
  it("hold in the real sources", () => {
    execFileSync(oxlint, ["--deny-warnings", ...globSync("packages/*/src", { cwd: root })], {
      cwd: root,
      stdio: "pipe",
    })
  })
})

describe("egress", () => {
  /**
   * Every place in the published code that can open a connection, and its class: a file, or a folder (with `/` at its
   * end). A provider opens none: it makes requests, and the kernel's kit sends them. Untrusted: URLs from a model, a
   * page, a hit, a redirect or an image, through `Dialer`; and the names of their hosts, through `Resolver`.
   * Configured: endpoints that an operator named, through `EndpointClient`, or a Redis through its own client; the
   * operator's proxy is a way to both. Own:
   * threads and processes of this package's program, which reads documents and opens nothing. Listening: connections
   * that clients open to us. User: a program that the user of a terminal chose, with that terminal's text. A new place
   * fails here until a person assigns its class.
   */
  const places: Readonly<Record<string, "untrusted" | "configured" | "own" | "listening" | "user">> = {
    // The browser, its namespaces, and a shell that ends them: it opens nothing, and what it asks for is answered.
    "packages/backend-browser/src/browser/": "own",
    // Also a TLS handshake without any HTTP, only to vetted hops, for an operator.
    "packages/backend-fetch/src/dial/": "untrusted",
    // The server is configured; the names that it is asked for aren't.
    "packages/backend-fetch/src/resolve/DohResolver.ts": "configured",
    "packages/backend-fetch/src/resolve/NodeResolver.ts": "untrusted",
    // The same command again, by a newer Node of this machine.
    "packages/cli/src/NewerNode.ts": "own",
    // The command itself, which indexes packages as text.
    "packages/cli/src/commands/mcp/ProjectIndexing.ts": "own",
    "packages/cli/src/Pager.ts": "user",
    // It stands in for Effect's way to start processes, and starts none.
    "packages/cli/src/UnusedServices.ts": "own",
    // The thread that watches the main thread; it opens nothing.
    "packages/cli/src/Watchdog.ts": "own",
    // It only names the client that a recording wraps.
    "packages/core/src/ports/Recording.ts": "configured",
    // They wrap or replace the client of endpoints, and open files only.
    "packages/recording/src/Player.ts": "configured",
    "packages/recording/src/Recorder.ts": "configured",
    // The thread that has the databases; it opens files only.
    "packages/docs-index/src/DatabaseThread.ts": "own",
    "packages/docs-index/src/worker/Entry.ts": "own",
    // The thread that has a job's state; it opens a file only.
    "packages/jobs/src/FrontierThread.ts": "own",
    "packages/jobs/src/worker/Entry.ts": "own",
    "packages/provider-kit/src/endpoint/EndpointClient.ts": "configured",
    "packages/provider-kit/src/provider/": "configured",
    // In memory, for tests: it answers from a recording.
    "packages/provider-kit/src/testing/ProviderDouble.ts": "configured",
    "packages/providers/src/rerankers/endpoint.ts": "configured",
    // And a socket that holds a name and answers nobody.
    "packages/serve/src/Listeners.ts": "listening",
    "packages/serve/src/Server.ts": "listening",
    "packages/store-redis/src/RedisClient.ts": "configured",
    "packages/tools/src/node/Telemetry.ts": "configured",
    "packages/tools/src/facade/WebToolsOptions.ts": "configured",
    // The registry of the user's npm configuration; a URL that a user adds goes through the pinned transport.
    "packages/tools/src/node/Downloads.ts": "configured",
    "packages/tools/src/node/NodePorts.ts": "configured",
    "packages/backend-fetch/src/NodeHttpClient.ts": "configured",
    "packages/tools/src/providers/Providers.ts": "configured",
    "packages/reader-pool/src/Confinement.ts": "own",
    "packages/reader-pool/src/Entry.ts": "own",
    // It opens nothing: it refuses to.
    "packages/reader-pool/src/Lockdown.ts": "own",
    "packages/reader-pool/src/ProcessWorker.ts": "own",
    "packages/reader-pool/src/ThreadWorker.ts": "own",
  }

  const opens = [
    /from "(?:node:)?(?:net|tls|http|https|http2|dgram|dns|dns\/promises|child_process|worker_threads|cluster|inspector|quic)"/,
    /from "(?:undici|redis|@redis\/\w+)"/,
    /import\("(?:node:|undici|@?redis)/,
    /from "(?:effect\/http\/(?:FetchHttpClient|HttpClient)|effect\/(?:socket|net|process)\/\w+|@effect\/platform-node\/\w*(?:Http|Socket|Redis|Dns|Child|Cluster|Worker)\w*)"/,
    /@effect\/platform-node\/(?:NodeHttpClient|Undici)/,
    /\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b/,
    /\bPinnedFetch\.file\(/,
  ]

  const isIn = (place: string, file: string): boolean => (place.endsWith("/") ? file.startsWith(place) : file === place)

  it("happens only where it is classified", () => {
    const isPublished = (file: string) => {
      const manifest = readFileSync(join(root, file.replace(/^(packages\/[^/]+)\/.*$/, "$1/package.json")), "utf8")
      const { name, private: isPrivate }: { readonly name: string; readonly private?: boolean } = JSON.parse(manifest)
      return isPrivate !== true || readerKit.includes(name)
    }
    const found = globSync("packages/*/src/**/*.ts", { cwd: root })
      .filter(isPublished)
      .filter((file) => {
        const code = readFileSync(join(root, file), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*$/gm, "")
        return opens.some((pattern) => pattern.test(code))
      })
      .toSorted()
    const placeOf = (file: string) => Object.keys(places).find((place) => isIn(place, file)) ?? file
    assert.deepStrictEqual(Array.from(new Set(found.map(placeOf))).toSorted(), Object.keys(places).toSorted())
  })

  it("exports telemetry through the endpoint client alone", () => {
    const exporters = globSync("packages/*/src/**/*.ts", { cwd: root }).filter((file) =>
      /from "effect\/observability\/(?!Prometheus)/.test(readFileSync(join(root, file), "utf8")),
    )
    assert.deepStrictEqual(exporters, ["packages/tools/src/node/Telemetry.ts"])
    const code = readFileSync(join(root, "packages/tools/src/node/Telemetry.ts"), "utf8")
    assert.include(code, "EndpointClient.execute(")
    assert.notMatch(code, /backend-fetch|Dialer|layerUndici|FetchHttpClient/)
  })
})
