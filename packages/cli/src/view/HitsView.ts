/** A search's hits as text for a person, with or without their pages. */
import { Recorded, type SearchAndFetch, type SearchHit, type SearchResult, type WebError } from "@porthole/core"
import { inFlags } from "./FlagNames.ts"
import * as PageView from "./PageView.ts"
import * as Printable from "./Printable.ts"
import type { Style, View } from "./View.ts"
import * as Width from "./Width.ts"

/** Shows the hits as a numbered list. */
export const of =
  (style: Style) =>
  (result: SearchResult.SearchResult): View => ({
    body: [...asides(result), ...result.hits.map((hit, index) => entry(style, hit, index + 1))].join("\n"),
    notes: [
      ...Recorded.sentence(result),
      ...(result.message === undefined ? [] : [inFlags(result.message)]),
      ...attemptsNote(result),
      ...(result.ignored === undefined ? [] : [`Not supported by ${result.provider}: ${result.ignored.join(", ")}.`]),
    ],
  })

/** Shows the hits, then each page below a horizontal rule. */
export const withPages =
  (style: Style) =>
  (result: SearchAndFetch.SearchAndFetchResult): View => {
    const hits = of(style)(result)
    const pages = result.pages.map((page) => ("error" in page ? PageView.failedPage(page) : PageView.of(style)(page)))
    return {
      body: [hits.body, ...pages.map(({ body }) => body)].filter((part) => part !== "").join(`\n${PageView.rule}\n\n`),
      notes: [...hits.notes, ...PageView.notesOfAll(result.pages, pages)],
    }
  }

/** The providers that failed or were skipped, each with the reason. */
export const failedAttempts = (attempts: ReadonlyArray<WebError.Attempt>): ReadonlyArray<string> =>
  attempts
    .filter(({ outcome }) => outcome !== "answered")
    .map(({ outcome, provider, reason }) => `${provider} ${outcome}${reason === undefined ? "" : ` (${reason})`}`)

// --- private --------------------------------------------------------------------------

/** Lines of the answers and corrections that came with the hits. */
const asides = ({ answers = [], corrections = [] }: SearchResult.SearchResult): ReadonlyArray<string> => [
  ...answers.map(({ text, title, url }) => {
    const line = title === undefined ? text : `${title}: ${text}`
    return `${Printable.line(url === undefined ? line : `${line} (${url})`)}\n`
  }),
  ...corrections.map((query) => `Did you mean: ${Printable.line(query)}\n`),
]

const attemptsNote = ({ attempts = [], provider }: SearchResult.SearchResult): ReadonlyArray<string> => {
  const failed = failedAttempts(attempts)
  return failed.length === 0 ? [] : [`Answered by ${provider}; ${failed.join(", ")}.`]
}

const entry = (style: Style, hit: SearchHit.SearchHit, number: number): string => {
  const label = `${number}. `
  const rows = [
    style.faint(Printable.line(hit.url)),
    Printable.line(hit.snippet),
    style.faint(detailsOf(hit.metadata)),
  ].filter((row) => row !== "")
  const indent = " ".repeat(label.length)
  const { width } = style
  const wrapped = (row: string, first: string): string =>
    width === undefined ? first + row : Width.wrap(row, width, first, indent)
  return [wrapped(style.strong(Printable.line(hit.title)), label), ...rows.map((row) => wrapped(row, indent)), ""].join(
    "\n",
  )
}

const detailsOf = (metadata: SearchHit.HitMetadata | undefined): string =>
  metadata === undefined
    ? ""
    : [metadata.published_at, metadata.engine, metadata.category, metadata.score, metadata.thumbnail]
        .filter((value) => value !== undefined)
        .map((value) => Printable.line(String(value)))
        .join(" · ")
