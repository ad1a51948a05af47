/** A page as a model reads it: our notes, then a fence around every word that the page or its site wrote. */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { SearchHit } from "@porthole/core"
import { Fence, Page, Recorded } from "@porthole/core"
import { countOf, joined, oneLine } from "./TextParts.ts"

/** How to write a page. */
export interface Options {
  /** Whether to list a page's links after it; content in Markdown or HTML contains them anyway. Default: no. */
  readonly links?: boolean
}

/** A page; what the hit that led to it says already isn't said again. */
export const ofPage = (page: Page.Page, options: Options, hit?: SearchHit.SearchHit): string =>
  joined([notesOf(page, options).join("\n"), Fence.around(untrustedText(page, options, hit))])

// --- private --------------------------------------------------------------------------

/** Everything that a page or its site wrote. Only the content has lines of its own, and it begins after `Text:`. */
const untrustedText = (
  { links, outline = [], title, url, ...page }: Page.Page,
  options: Options,
  hit: SearchHit.SearchHit | undefined,
): string => {
  const content = contentOf(page)
  const sections = outline.map(
    ({ heading, level, number }, at) => `${indentOf(level)}${number ?? at + 1}. ${oneLine(heading)}`,
  )
  return [
    ...(title === "" || title === hit?.title || isFirstHeading(title, content) ? [] : [`Title: ${oneLine(title)}`]),
    ...(url === hit?.url ? [] : [`URL: ${oneLine(url)}`]),
    ...sourceOf(page),
    ...(sections.length === 0 ? [] : ["Sections:", ...sections]),
    ...(options.links === true && links.length > 0 ? ["Links:", ...links.map((link) => `- ${oneLine(link)}`)] : []),
    ...(content === "" ? [] : ["", "Text:", content]),
  ].join("\n")
}

/** Who published the page and when. The URL says as much as the site's name alone. */
const sourceOf = ({ author, modified_at, published_at, site_name }: Partial<Page.Page>) => {
  const published = published_at?.slice(0, 10)
  const changed = modified_at?.slice(0, 10)
  const facts = [
    author,
    published === undefined ? undefined : `published ${published}`,
    changed === undefined || changed === published ? undefined : `changed ${changed}`,
  ].filter((fact) => fact !== undefined)
  if (facts.length === 0) return []
  return [`Source: ${[...facts, ...(site_name === undefined ? [] : [site_name])].map(oneLine).join(" · ")}`]
}

/** Whether the content begins with the title as its heading. */
const isFirstHeading = (title: string, content: string): boolean => {
  const [line = ""] = content.slice(0, title.length + 8).split("\n", 1)
  return /^#{1,6} /.test(line) && oneLine(line.replace(/^#+/, "")) === oneLine(title)
}

const contentOf = ({ content, content_md }: Pick<Page.Page, "content" | "content_md">): string =>
  content_md ?? content ?? ""

const indentOf = (level: number): string => "  ".repeat(Math.min(Math.max(level, 1), 6) - 1)

/** Notes on a page: the shown part, warnings, and how to get more. */
const notesOf = (page: Page.Page, options: Options): ReadonlyArray<string> => {
  const { compressed, original_length, removed, rendered, warning } = page
  const message = messageOf(page, options)
  return [
    ...Recorded.sentence(page),
    ...shownNote(page),
    ...(page.cached ? [cachedNote(page)] : []),
    ...(rendered === true ? ["Rendered: the page's scripts have run."] : []),
    ...(compressed === true ? [`Shortened from ${original_length} characters.`] : []),
    ...(warning === undefined || contentOf(page) === ""
      ? []
      : ["Warning: low_content, the page has little readable text."]),
    ...(message === "" ? [] : [message]),
    ...waysNote(page),
    ...(removed === undefined
      ? []
      : [
          `Hidden text was removed (${countOf(
            Object.values(removed).reduce((a, b) => a + b, 0),
            "part",
          )}).`,
        ]),
  ]
}

/** The shown part; the message of a cut page says it already. */
const shownNote = (page: Page.Page): ReadonlyArray<string> => {
  const { message, total_length } = page
  const shown = contentOf(page).length
  if (shown === 0) return ["The page has no readable text."]
  if (total_length === undefined) return [`Shown: all ${shown} characters.`]
  return message === undefined ? [`Shown: ${shown} of ${total_length} characters.`] : []
}

/** The time, in UTC and minutes, is written anew: a store may have held any text. */
const cachedNote = ({ fetched_at = "" }: Page.Page): string =>
  Option.match(DateTime.make(fetched_at), {
    onNone: () => "Cached: a copy of unknown age.",
    onSome: (time) => `Cached: a copy of ${DateTime.formatIso(time).slice(0, 16)}Z.`,
  })

/** The message, which counts the listed links only if they are listed. */
const messageOf = ({ links, links_total, message = "" }: Page.Page, options: Options): string => {
  if (options.links === true) return message
  const others = message.split(Page.linksSentence(links.length, links_total))
  return others
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ")
}

/** The ways to read more of a page that was cut. */
const waysNote = (page: Page.Page): ReadonlyArray<string> => {
  const { message = "", next_start_index, outline, passages, section_complete, total_length } = page
  if (total_length === undefined) return []
  const next = section_complete === true ? "reads what follows the section" : "continues"
  const ways = [
    ...(next_start_index === undefined ? [] : [`start_index=${next_start_index} ${next}`]),
    ...(passages === undefined ? [] : ["start_index=0 reads from the beginning"]),
    ...(outline === undefined || message.includes(Page.sectionTakes)
      ? []
      : [`section takes a number from 1 to ${outline.at(-1)?.number ?? outline.length}`]),
  ]
  return ways.length === 0 ? [] : [`To read on: ${ways.join("; ")}.`]
}
