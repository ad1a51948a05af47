/**
 * Documentation sites built by the real generators MkDocs, Sphinx and Hugo (Debian's `mkdocs`, `python3-sphinx` and
 * `hugo`): with and without a sitemap, with pages outside of every menu, and below a path of their host.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"

/** A built site. */
export interface GeneratedSite {
  readonly host: string
  /** The path under which it lies, with a slash at its end. */
  readonly path: string
  /** The folder of its host. */
  readonly folder: string
}

/** Whether a generator is missing; prints a message if so. */
export const isMissing = (): boolean => {
  const missing = ["mkdocs --version", "sphinx-build --version", "hugo version"].filter((command) => {
    const [file = "", ...args] = command.split(" ")
    return spawnSync(file, args).status !== 0
  })
  if (missing.length === 0) return false
  if (process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") throw new Error(`Generators are missing: ${missing.join(", ")}.`)
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  console.warn(`SKIPPED: the tests of generated sites can't run without ${missing.join(", ")}.`)
  return true
}

/** Builds the sites. */
export const build = (): ReadonlyArray<GeneratedSite> => [
  mkdocs("mkdocs-sitemap.test", "/", { site_url: "http://mkdocs-sitemap.test/" }),
  mkdocs("mkdocs-bare.test", "/manual/", { use_directory_urls: false }),
  sphinx("sphinx.test", "/", "html"),
  sphinx("sphinx-folders.test", "/en/latest/", "dirhtml"),
  hugo("hugo.test", "/", true),
  hugo("hugo-bare.test", "/blog/", false),
]

/** The URLs of the pages that a generator wrote. */
export const writtenPages = ({ folder, host }: GeneratedSite): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".html"))
      .map((file) => `http://${host}/${file}`),
  )

/** The URLs of the pages that a generator wrote and that links lead to from the first page. */
export const linkedPages = (site: GeneratedSite): ReadonlySet<string> => {
  const { folder, host, path } = site
  const root = `http://${host}`
  const written = writtenPages(site)
  const linked = new Set([`${root}${path}index.html`])
  for (const own of linked) {
    const html = readFileSync(join(folder, own.slice(root.length)), "utf8")
    // A page of generators isn't hostile: a pattern finds its links.
    for (const piece of html.split("<a ").slice(1)) {
      const [tag = ""] = piece.split(">", 1)
      const [, href = ""] = /href="?([^"#?>\s]+)/.exec(tag) ?? []
      const url = URL.parse(href, own)?.href.replace(/\/$/, "/index.html") ?? ""
      for (const target of [url, `${url}/index.html`]) if (written.has(target)) linked.add(target)
    }
  }
  return linked
}

// --- private --------------------------------------------------------------------------

const topics = ["tides", "harbours", "sails", "knots", "charts", "lights", "weather", "anchors"]

/** A page's text: a paragraph, and links. */
const textOf = (title: string, links: ReadonlyArray<string>): string =>
  `${`${title} of a ship and of its crew, as they were written down. `.repeat(4)}\n\n${links.join("\n\n")}\n`

const heading = (title: string): string => `${title}\n${"=".repeat(title.length)}\n\n`

const layout = (body: string): string =>
  `<!doctype html><html><head><title>{{ .Title }}</title></head><body>${body}</body></html>`

const tagLinks = '{{ range .Params.tags }}<a href="{{ (printf "tags/%s/" .) | absURL }}">{{ . }}</a>{{ end }}'

/** A page of Hugo with its front matter. */
const post = (matter: string, text: string): string => `---\n${matter}\n---\n${text}`

const write = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const begin = (host: string) => {
  const source = mkdtempSync(join(tmpdir(), "porthole-source-"))
  const folder = mkdtempSync(join(tmpdir(), `porthole-${host}-`))
  return { source, folder }
}

const runGenerator = (file: string, args: ReadonlyArray<string>, cwd: string): void => {
  const { status, stderr, stdout } = spawnSync(file, args, { cwd, encoding: "utf8" })
  if (status !== 0) throw new Error(`${file} failed: ${stderr}${stdout}`)
}

/** Chapters in the menu, each with notes that only its text links to. */
const mkdocs = (host: string, path: string, options: Readonly<Record<string, unknown>>): GeneratedSite => {
  const { folder, source } = begin(host)
  const chapters = topics.flatMap((topic) => [`${topic}/index.md`, `${topic}/guide.md`])
  write(source, {
    "mkdocs.yml": JSON.stringify({
      site_name: "Seamanship",
      ...options,
      nav: ["index.md", ...chapters].map((file) => ({ [file.replace(/\W+/g, " ")]: file })),
    }),
    "docs/index.md": `# Seamanship\n\n${textOf("The art", ["[Tides](tides/index.md)"])}`,
    ...Object.fromEntries(
      topics.flatMap((topic) => [
        [`docs/${topic}/index.md`, `# All of ${topic}\n\n${textOf(topic, [`[Notes](notes-0.md)`])}`],
        [`docs/${topic}/guide.md`, `# Guide to ${topic}\n\n${textOf(topic, [])}`],
        ...[0, 1, 2].map((at) => [
          `docs/${topic}/notes-${at}.md`,
          `# Notes ${at} on ${topic}\n\n${textOf(topic, at < 2 ? [`[More](notes-${at + 1}.md)`] : [])}`,
        ]),
        // Nothing links to it.
        [`docs/${topic}/forgotten.md`, `# Forgotten ${topic}\n`],
      ]),
    ),
  })
  runGenerator("mkdocs", ["build", "--quiet", "--site-dir", join(folder, relative("/", path))], source)
  return { host, path, folder }
}

/** A tree of documents, each with a note outside of the tree that a document's text links to. */
const sphinx = (host: string, path: string, builder: "html" | "dirhtml"): GeneratedSite => {
  const { folder, source } = begin(host)
  write(source, {
    "conf.py": 'project = "Seamanship"\n',
    "index.rst": `${heading("Seamanship")}.. toctree::\n\n${topics.map((topic) => `   ${topic}/index\n`).join("")}`,
    ...Object.fromEntries(
      topics.flatMap((topic) => [
        [
          `${topic}/index.rst`,
          `${heading(`All of ${topic}`)}.. toctree::\n\n   one\n   two\n\n${textOf(topic, [":doc:`Notes <notes>`"])}`,
        ],
        [`${topic}/one.rst`, `${heading(`First ${topic}`)}${textOf(topic, [])}`],
        [`${topic}/two.rst`, `${heading(`Second ${topic}`)}${textOf(topic, [])}.. py:function:: ${topic}()\n`],
        [`${topic}/notes.rst`, `:orphan:\n\n${heading(`Notes on ${topic}`)}${textOf(topic, [])}`],
      ]),
    ),
  })
  runGenerator("sphinx-build", ["-q", "-b", builder, source, join(folder, relative("/", path))], source)
  return { host, path, folder }
}

/** Posts with tags, in lists of pages, and with or without a sitemap. */
const hugo = (host: string, path: string, hasSitemap: boolean): GeneratedSite => {
  const { folder, source } = begin(host)
  const list =
    "{{ range (.Paginate .Pages).Pages }}<p><a href={{ .Permalink }}>{{ .Title }}</a></p>{{ end }}" +
    '{{ with .Paginator.Next }}<a href="{{ .URL }}">Older</a>{{ end }}'
  write(source, {
    "hugo.toml": [
      `baseURL = "http://${host}${path}"`,
      'title = "Log"',
      "paginate = 5",
      ...(hasSitemap ? [] : ['disableKinds = ["sitemap", "RSS"]']),
    ].join("\n"),
    "layouts/_default/list.html": layout(`<h1>{{ .Title }}</h1>${list}`),
    "layouts/_default/single.html": layout(`<h1>{{ .Title }}</h1>{{ .Content }}${tagLinks}`),
    "layouts/index.html": layout('<h1>Log</h1><a href="{{ "posts/" | absURL }}">Posts</a>'),
    ...Object.fromEntries(
      topics.flatMap((topic, at) => [
        [
          `content/posts/${topic}.md`,
          post(
            `title: On ${topic}\ndate: 2026-0${at + 1}-01\ntags: [${topic}, sea]`,
            textOf(topic, [`[Aside](../../asides/${topic}/)`]),
          ),
        ],
        [`content/posts/${topic}-again.md`, post(`title: More ${topic}\ndate: 2025-0${at + 1}-01`, textOf(topic, []))],
        [`content/asides/${topic}.md`, post(`title: Aside on ${topic}`, textOf(topic, []))],
      ]),
    ),
  })
  runGenerator("hugo", ["--quiet", "--destination", join(folder, relative("/", path))], source)
  return { host, path, folder }
}
