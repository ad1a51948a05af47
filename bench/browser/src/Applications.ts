/**
 * The applications of `applications/`: the data that they get, the paths of their pages, and the texts that a page must
 * show, which are those of the data file.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** Applications of seven frameworks, and three that count alone. */
export const frameworks = ["react", "vue", "svelte", "solid", "preact", "lit", "angular"]
export const others = ["alpine", "mithril", "signals"]

/** A page of an application. */
export interface ApplicationPage {
  readonly kind: string
  readonly path: string
  readonly texts: ReadonlyArray<string>
}

/** Applications that draw every panel of their tabs, whose hidden ones the reader shows, too. */
const drawsAllPanels: ReadonlySet<string> = new Set(["vue", "alpine", "signals"])

/** The eight pages of an application; each has an article and a search of its own, by its number. */
export const pagesOf = (application: string, number: number): ReadonlyArray<ApplicationPage> => {
  const { articles, faq, guide, labels, report, searches, stations } = data
  const article = at(articles, number)
  const word = at(searches, number)
  const heads = articles.flatMap(({ author, date, summary, title }) => [title, author, date, summary])
  const head = [article.title, article.author, article.date]
  const found = articles.filter((one) => [one.title, one.summary, ...one.body].join(" ").includes(word))
  const comments = article.comments.flatMap(({ name, text }) => [name, text])
  const panels = faq.tabs.map(({ entries, name }) => [
    name,
    ...entries.flatMap(({ answer, question }) => [question, answer]),
  ])
  return [
    { kind: "list", path: "/", texts: [labels.articles, ...heads] },
    { kind: "detail", path: `/articles/${article.id}`, texts: [...head, ...article.body] },
    { kind: "nested", path: `/articles/${article.id}/comments`, texts: [...head, labels.comments, ...comments] },
    { kind: "lazy part", path: "/guide", texts: [guide.title, guide.intro, ...textsOf(guide.steps)] },
    { kind: "table", path: "/stations", texts: [stations.title, ...stations.columns, ...stations.rows.flat()] },
    {
      kind: "search",
      path: `/search?q=${word}`,
      texts: [`${labels.results} ${word}`, ...found.flatMap((one) => [one.title, one.summary, at(one.body, 0)])],
    },
    {
      kind: "tabs",
      path: "/faq",
      texts: [faq.title, ...(drawsAllPanels.has(application) ? panels.flat() : at(panels, 0))],
    },
    {
      kind: "sections",
      path: "/report",
      texts: [report.title, report.intro, ...report.figures.flat(), report.quote, ...textsOf(report.sections)],
    },
  ]
}

/** The answer to `/api` and a path; `undefined` for an unknown one. */
export const answerOf = (path: string): unknown => {
  const [, name, id, isComments] = /^\/(\w+)(?:\/(\w+)(\/comments)?)?$/.exec(path) ?? []
  if (path === "/articles?full") return data.articles
  if (path === "/articles")
    return data.articles.map(({ author, date, id, summary, title }) => ({ id, title, author, date, summary }))
  const article = data.articles.find((one) => name === "articles" && one.id === id)
  if (article !== undefined) return isComments === undefined ? { ...article, comments: undefined } : article.comments
  return new Map<unknown, unknown>(Object.entries(data)).get(name)
}

/** Paragraphs of the articles, from one number up to another, for pages that need texts of their own. */
export const paragraphs = (from: number, to: number): ReadonlyArray<string> => bodies.slice(from, to)

// --- private --------------------------------------------------------------------------

interface Part {
  readonly title: string
  readonly text: string
}

interface Data {
  readonly articles: ReadonlyArray<{
    readonly id: string
    readonly title: string
    readonly author: string
    readonly date: string
    readonly summary: string
    readonly body: ReadonlyArray<string>
    readonly comments: ReadonlyArray<{ readonly name: string; readonly text: string }>
  }>
  readonly stations: {
    readonly title: string
    readonly columns: ReadonlyArray<string>
    readonly rows: ReadonlyArray<ReadonlyArray<string>>
  }
  readonly guide: { readonly title: string; readonly intro: string; readonly steps: ReadonlyArray<Part> }
  readonly faq: {
    readonly title: string
    readonly tabs: ReadonlyArray<{
      readonly name: string
      readonly entries: ReadonlyArray<{ readonly question: string; readonly answer: string }>
    }>
  }
  readonly report: {
    readonly title: string
    readonly intro: string
    readonly figures: ReadonlyArray<ReadonlyArray<string>>
    readonly quote: string
    readonly sections: ReadonlyArray<Part>
  }
  readonly labels: Readonly<Record<"articles" | "comments" | "results", string>>
  readonly searches: ReadonlyArray<string>
}

const data: Data = JSON.parse(readFileSync(join(import.meta.dirname, "../applications/data.json"), "utf8"))

const bodies = data.articles.flatMap(({ body }) => body)

const textsOf = (parts: ReadonlyArray<Part>): ReadonlyArray<string> => parts.flatMap(({ text, title }) => [title, text])

/** The item of a number; the numbers begin again after the last one. */
const at = <A>(items: ReadonlyArray<A>, number: number): A => {
  const item = items[number % items.length]
  if (item === undefined) throw new Error("The data file has an empty list.")
  return item
}
