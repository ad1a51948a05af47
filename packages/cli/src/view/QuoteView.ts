/** A checked quote for a person. */
import { type QuoteCheck, Recorded } from "@porthole/core"
import * as Printable from "./Printable.ts"
import type { Style, View } from "./View.ts"

/** Shows the verdict, then the place. */
export const of =
  (style: Style) =>
  ({ end, heading, link, message, nearest, recorded, sha256, start, text, verdict }: QuoteCheck.QuoteCheck): View => {
    const rows = [
      ...(text === undefined ? [] : [`Text: ${Printable.line(text)}`]),
      ...(nearest === undefined ? [] : [`Nearest words: ${Printable.line(nearest)}`]),
      ...(heading === undefined ? [] : [`Heading: ${Printable.line(heading)}`]),
      ...(start === undefined || end === undefined ? [] : [`Characters: ${start}–${end}`]),
      ...(link === undefined ? [] : [`Link: ${Printable.line(link)}`]),
      `SHA-256 of the page's text: ${sha256}`,
      ...(recorded === undefined || "lost" in recorded
        ? []
        : [`Record: ${Printable.line(`${recorded.id} ${recorded.digest}`)}`]),
    ]
    return {
      body: `${[style.strong(sentences[verdict]), ...rows].join("\n")}\n`,
      notes: [...Recorded.sentence({ recorded }), ...(message === undefined ? [] : [message])],
    }
  }

// --- private --------------------------------------------------------------------------

const sentences: Readonly<Record<QuoteCheck.Verdict, string>> = {
  exact: "The page contains the quote exactly.",
  spelling: "The page contains the quote in another spelling.",
  absent: "The page doesn't contain the quote.",
}
