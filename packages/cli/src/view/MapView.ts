/** The pages of a site for a person, or one a line for a program. */
import type { SiteMap } from "@porthole/core"
import { inFlags } from "./FlagNames.ts"
import * as JobView from "./JobView.ts"
import * as Printable from "./Printable.ts"
import type { Style, View } from "./View.ts"

/** Shows each URL with its title; where a program reads, a tab is between them. */
export const of =
  (style: Style) =>
  ({ message, pages_read, total, urls }: SiteMap.SiteMap): View => ({
    body: urls.map((page) => `${line(style, page)}\n`).join(""),
    notes: [
      `${JobView.count(total, "page")} found; ${JobView.count(pages_read, "page")} read for links.`,
      ...(message === undefined ? [] : [inFlags(message)]),
    ],
  })

// --- private --------------------------------------------------------------------------

const line = ({ faint, width }: Style, { title = "", url }: SiteMap.SitePage): string => {
  if (title === "") return Printable.line(url)
  return width === undefined
    ? `${Printable.line(url)}\t${Printable.line(title)}`
    : `${Printable.line(url)}  ${faint(Printable.line(title))}`
}
