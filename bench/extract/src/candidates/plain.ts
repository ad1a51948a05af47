/** linkedom, Readability and Turndown with their defaults: the usual stack. */
import { Readability } from "@mozilla/readability"
import { parseHTML } from "linkedom"
import TurndownService from "turndown"
import type { Read } from "../Candidate.ts"

const turndown = new TurndownService()

export const read: Read = ({ html }) => {
  const { document } = parseHTML(html)
  return { markdown: turndown.turndown(new Readability(document).parse()?.content ?? "") }
}
