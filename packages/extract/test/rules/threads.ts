/** Threads of a test, and their shape. */
import { parseHTML } from "linkedom"
import { select } from "@porthole/visibility/dom"
import { acceptedAnswers } from "../../src/rules/AcceptedAnswers.ts"
import { quotedReplies } from "../../src/rules/QuotedReplies.ts"

/** For each post its text, after a `>` for each quotation around it. */
export const shapeOf = (html: string, selector = ".post"): ReadonlyArray<string> => {
  const { body } = parseHTML(`<html><body>${html}</body></html>`).document
  shape(body, selector)
  return select(body, "p").map((text) => {
    let depth = ""
    for (let at: Element | null = text; at !== null; at = at.parentElement)
      if (at.localName === "blockquote") depth += ">"
    return `${depth}${text.textContent}`
  })
}

/** Shapes the thread of the posts that match a selector. */
export const shape = (body: HTMLElement, selector = ".post"): void => {
  const found = { content: body, title: "", threads: [select(body, selector)] }
  for (const { run } of [acceptedAnswers, quotedReplies]) run(found)
}

export const post = (text: string, attributes = "", replies = ""): string =>
  `<div class="post" ${attributes}><p>${text}</p>${replies}</div>`
