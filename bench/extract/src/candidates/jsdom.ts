/** jsdom, Readability and Turndown with their defaults: a browser's complete DOM. It fetches and runs nothing. */
import { Readability } from "@mozilla/readability"
import { JSDOM, VirtualConsole } from "jsdom"
import TurndownService from "turndown"
import type { Read } from "../Candidate.ts"

const turndown = new TurndownService()

export const read: Read = ({ html, url }) => {
  const where = URL.canParse(url) ? { url } : {}
  const { window } = new JSDOM(html, { ...where, virtualConsole: new VirtualConsole() })
  const markdown = turndown.turndown(new Readability(window.document).parse()?.content ?? "")
  window.close()
  return { markdown }
}
