import { assert, it } from "vitest"
import { Settings, VERSION } from "@porthole/core"
import { sidebar } from "../docs/.vitepress/sidebar.ts"
import * as ServerSettings from "../packages/serve/src/settings/ServerSettings.ts"
import * as WebUrl from "../packages/core/src/policy/WebUrl.ts"
import { stages } from "../packages/extract/src/html/Pipeline.ts"
import * as BrowserRenderer from "../packages/backend-browser/src/BrowserRenderer.ts"
import * as WaysOut from "../packages/test-net/test/WaysOut.ts"
import * as Duration from "effect/Duration"
import * as Connections from "../packages/serve/src/Connections.ts"
import * as Guard from "../packages/serve/src/Guard.ts"
import * as McpSessions from "../packages/serve/src/mcp/McpSessions.ts"
import * as Server from "../packages/serve/src/Server.ts"
import * as Slots from "../packages/serve/src/Slots.ts"
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")

it("the pages that the scripts of docs/scripts make are the code's", () => {
  const scripts = globSync("docs/scripts/make-*.ts", { cwd: root }).map((script) => join(root, script))
  assert.isAtLeast(scripts.length, 7)
  // One process for all: to load the packages takes the most time.
  const program = `for (const script of ${JSON.stringify(scripts)}) await import(script)`
  const checking = spawnSync(process.execPath, ["--input-type=module", "--eval", program, "--", "--check"], {
    encoding: "utf8",
  })
  assert.deepStrictEqual([checking.status, checking.stderr], [0, ""])
})

/** The sources of all packages, and those of a module. */
const sources = globSync("packages/*/src/**/*.ts", { cwd: root })
const sourcesOf = (name: string): ReadonlyArray<string> => sources.filter((path) => basename(path) === `${name}.ts`)

/** The fields of a domain struct, and whether each has a comment, which an editor shows. */
const fieldsOf = (file: string, name: string): ReadonlyArray<readonly [field: string, isDocumented: boolean]> => {
  const text = read(globSync(`packages/core/src/domain/**/${file}.ts`, { cwd: root })[0] ?? file)
  const [, body = ""] = new RegExp(`export const ${name} = (?:Schema\\.Struct\\()?\\{\n([^]*?)\n\\}`).exec(text) ?? []
  return [...body.matchAll(/(.*)\n {2}(\w+): /g)].map(([, above = "", field = ""]) => [field, above.endsWith("*/")])
}

it.each([
  ["SearchQuery", "filters", 12],
  ["SearchQuery", "SearchQuery", 2],
  ["FetchRequest", "viewFields", 8],
  ["DocsRequest", "DocsSearchRequest", 2],
  ["DocsRequest", "DocsFetchRequest", 1],
  ["SearchAndFetch", "SearchAndFetchRequest", 4],
  ["SearchAndFetch", "SearchAndFetchResult", 1],
  ["SearchResult", "resultFields", 6],
  ["SearchHit", "SearchHit", 4],
  ["SearchHit", "HitMetadata", 5],
  ["Page", "pageFields", 18],
  ["Page", "FailedPage", 1],
  ["Page", "Pages", 3],
  ["Extracted", "Extracted", 8],
  ["Extracted", "Removed", 2],
  ["Image", "ImageRequest", 1],
  ["Image", "Image", 3],
  ["WebError", "Wire", 6],
  ["WebError", "Attempt", 3],
])("every field of %s.%s has a comment that an editor shows", (file, name, least) => {
  const fields = fieldsOf(file, name)
  assert.isAtLeast(fields.length, least)
  assert.deepStrictEqual(
    fields.filter(([, isDocumented]) => !isDocumented),
    [],
  )
})

it("every package has the version that the kernel states", () => {
  for (const file of ["package.json", ...globSync("packages/*/package.json", { cwd: root })]) {
    assert.strictEqual(JSON.parse(read(file)).version, VERSION, file)
  }
})

it("the kernel states the repository's address, to which its User-Agent links", () => {
  const { repository = "" } = JSON.parse(read("package.json"))
  assert.strictEqual(Settings.PROJECT_URL, repository.replace(/^git\+|\.git$/g, ""))
})

it("no link in the docs leads nowhere", () => {
  const broken = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...globSync("docs/**/*.md", { cwd: root })].flatMap(
    (file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target]) => join(dirname(file), target!))
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${file}: ${target}`),
  )
  assert.deepStrictEqual(broken, [])
})

/** A heading's anchor, made like GitHub and the site make it. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/[`*]|\]\([^)]*\)|\[/g, "")
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .trim()
    .replaceAll(" ", "-")

it("no anchor in the docs leads nowhere", () => {
  const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...globSync("docs/**/*.md", { cwd: root })]
  const anchors = new Map(
    pages.map((file) => [
      file,
      new Set([...read(file).matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) => anchorOf(text))),
    ]),
  )
  const broken = pages.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
      .filter(([, target = "", anchor = ""]) => {
        const page = target === "" ? file : join(dirname(file), target)
        return anchors.get(page)?.has(anchor) === false
      })
      .map(([, target, anchor]) => `${file}: ${target}#${anchor}`),
  )
  assert.deepStrictEqual(broken, [])
})

it("the site's sidebar has every page once", () => {
  assert.deepStrictEqual(
    sidebar.flatMap(({ items }) => items.map(({ link }) => `docs${link}.md`)).toSorted(),
    globSync("docs/**/*.md", { cwd: root })
      .filter((file) => file !== "docs/index.md")
      .toSorted(),
  )
})

it("the glossary has at most 60 terms, each once", () => {
  const rows = [...read("docs/glossary.md").matchAll(/^\| ([^|]+?) +\| [^|]+ \|$/gm)]
  const terms = rows.map(([, term]) => term).filter((term) => term !== "term" && !/^-+$/.test(term ?? ""))
  assert.isAtLeast(terms.length, 40)
  assert.isAtMost(terms.length, 60)
  assert.strictEqual(new Set(terms).size, terms.length)
})

it("docs/reference/http.md names every route of the server", () => {
  const files = globSync("packages/serve/src/**/*.ts", { cwd: root })
  const routes = files.flatMap((file) =>
    [...read(file).matchAll(/"(\/[a-z0-9]+(?:\/[a-z0-9-]+)*)"/g)].map(([, route]) => route!),
  )
  assert.isAtLeast(new Set(routes).size, 12)
  const page = read("docs/reference/http.md")
  assert.deepStrictEqual(
    routes.filter((route) => !page.includes(route)),
    [],
  )
})

const requestSeconds = Duration.toSeconds(Server.defaultRequestTimeout)

/** The vectors of the policy, and those that it must refuse. */
const { vectors }: { readonly vectors: ReadonlyArray<{ readonly allowed: boolean }> } = JSON.parse(
  read("packages/core/test/vectors/url-vectors.json"),
)
const refused = vectors.filter(({ allowed }) => !allowed)

it.each([
  ["serve", `${Slots.maxRequests} requests run`],
  ["serve", `${Guard.maxBodyBytes / 1_048_576} MiB`],
  ["serve", `${Connections.maxWaiting.toLocaleString("en-US")} connections`],
  ["serve", `${Connections.maxBytes / 1_048_576} MiB together`],
  ["serve", `finish for ${Duration.toSeconds(Server.grace)} s`],
  ["serve", `${requestSeconds / 3} s for the headers, ${requestSeconds} s for the whole request`],
  ["serve", `idle ones (${Duration.toSeconds(Server.keepAlive)} s)`],
  ["reference/http", `${McpSessions.maxSessions} sessions`],
  ["reference/http", `at most ${McpSessions.maxFirstBytes / 1_024} KiB`],
  ["serve", ServerSettings.table.fields.listen.manual.defaultText],
  ["rendering", `replaced after ${BrowserRenderer.defaultLimits.maxUses} renderings`],
  ["rendering", `${WaysOut.rows.length} rows`],
  ["security", `${WebUrl.maxLength.toLocaleString("en-US")} characters`],
  ["security", `${vectors.length.toLocaleString("en-US")} [vectors]`],
  ["security", `${refused.length.toLocaleString("en-US")} of them refused`],
  ["economy", `\`max_requests_per_minute\` (${Settings.table.fields.max_requests_per_minute.manual.defaultText})`],
  ["economy", `\`per_host_concurrency\` (${Settings.table.fields.per_host_concurrency.manual.defaultText})`],
  ["economy", `\`cache_ttl\`, ${Settings.table.fields.cache_ttl.manual.defaultText}`],
])("docs/%s.md has the code's figure: %s", (page, figure) => {
  assert.include(read(`docs/${page}.md`), figure)
})

it("the lock file names no registry", () => {
  assert.notMatch(read("pnpm-lock.yaml"), /tarball:|https?:\/\//)
})

it("docs/reader.md has a row for each stage of the reader, in their order", () => {
  const [, table = ""] = /\n## The stages\n([^]*?)\n## /.exec(read("docs/reader.md")) ?? []
  assert.deepStrictEqual(
    [...table.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name),
    stages.map(({ name }) => name),
  )
})

/** Whether a file exports a name, or a class of it has a static one. */
const exports = (name: string) => (file: string) =>
  new RegExp(`(?:^export (?:const|class|function)|^ {2}static) ${name}\\b`, "m").test(read(file))

it("docs/architecture.md names functions that a URL passes, each in its file", () => {
  const [, path = ""] = /\n## The path of a URL\n([^]*?)\n## /.exec(read("docs/architecture.md")) ?? []
  const steps = (path.match(/^\d+\. .*$/gm) ?? []).join("\n")
  const names = [...steps.matchAll(/`(\w+)\.([a-z]\w+)`/g)].map(([, file = "", name = ""]) => ({
    name: `${file}.${name}`,
    isFound: sourcesOf(file).some(exports(name)),
  }))
  assert.isAtLeast(names.length, 20)
  assert.deepStrictEqual(
    names.filter(({ isFound }) => !isFound),
    [],
  )
})

it("every name of a module in the docs, such as `Extracted.Reduced`, is in its file", () => {
  const names = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...globSync("docs/**/*.md", { cwd: root })].flatMap(
    (page) =>
      [...read(page).matchAll(/`([A-Z]\w+)\.(?!ts\b|js\b)(\w+)[`(]/g)].flatMap(([, file = "", name = ""]) => {
        const files = sourcesOf(file)
        const isFound = files.some((path) => new RegExp(`\\b${name}\\b`).test(read(path)))
        return files.length === 0 ? [] : [{ name: `${page}: ${file}.${name}`, isFound }]
      }),
  )
  assert.isAtLeast(names.length, 60)
  assert.deepStrictEqual(
    names.filter(({ isFound }) => !isFound),
    [],
  )
})

it("every page of evidence names its script, or the test that reads it, in its first line", () => {
  for (const file of globSync("docs/evidence/*.md", { cwd: root })) {
    const [line = ""] = read(file).split("\n", 1)
    const [, script = ""] =
      /^<!-- (?:Made by `node |Checked by `)([^`]+)`(?:: it prints this page)?\. -->$/.exec(line) ?? []
    assert.isTrue(script !== "" && existsSync(join(root, script)), file)
  }
})

it("the pages of the docs take at most 600 KB", () => {
  const sizes = globSync("docs/**/*.md", { cwd: root }).map((file) => Buffer.byteLength(read(file)))
  assert.isAtMost(
    sizes.reduce((sum, size) => sum + size, 0),
    600_000,
  )
})
