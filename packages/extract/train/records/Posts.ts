/**
 * The posts of a forum page: by schema.org's microdata, else by the markup of forum software (`forums.json`: selectors
 * of a post, and of its author and text within it; `@` names an attribute of the post). They are the truth of the
 * measurement; the reader itself knows no forum software.
 */
import forums from "./forums.json" with { type: "json" }
import { isBefore, lineOf, orderOf, type Record, wordsIn, wordsOf } from "./Record.ts"

/** How posts were found, and the posts. */
export interface Thread {
  readonly by: string
  readonly posts: ReadonlyArray<Record>
}

/** Finds a page's posts that have an author and a text; `undefined` if there are fewer than two. */
export const threadIn = (document: Document): Thread | undefined => {
  const order = orderOf(document)
  for (const { author, by, post, text } of forums) {
    const posts = Array.from(document.querySelectorAll(post)).flatMap((element) => {
      if (element.parentElement?.closest(questions) != null && element.matches(remarks)) return []
      const body = ownOf(element, text, post)
      const name = ownOf(element, author, post) ?? (author.startsWith("@") ? element : undefined)
      const called = name === undefined ? "" : nameOf(name, author)
      if (body === undefined || name === undefined || called === "") return []
      const anchor = wordsIn(body)
      const part = { kind: "author", words: wordsOf(called), isBefore: name === element || isBefore(order, name, body) }
      return anchor.length < fewWords ? [] : [{ anchor, parts: [part], source: wordsIn(element) }]
    })
    if (posts.length >= 2) return { by, posts }
  }
  return undefined
}

// --- private --------------------------------------------------------------------------

/** A post's text with fewer words can't be told from others. */
const fewWords = 4

/** A comment on a question or an answer is no post. */
const questions = "[itemtype*='schema.org/Question'],[itemtype*='schema.org/Answer']"
const remarks = "[itemtype*='schema.org/Comment']"

/** The first element of a post that matches a selector and isn't in a nested post. */
const ownOf = (element: Element, selector: string, post: string): Element | undefined =>
  selector.startsWith("@")
    ? undefined
    : Array.from(element.querySelectorAll(selector)).find((found) => {
        const around = found.matches(post) ? found.parentElement : found
        return around?.closest(post) === element
      })

const nameOf = (element: Element, author: string): string => {
  if (author.startsWith("@")) return element.getAttribute(author.slice(1)) ?? ""
  const inner = element.querySelector("[itemprop~=name]")
  return inner === null
    ? lineOf(element) || (element.getAttribute("content") ?? "")
    : lineOf(inner) || (inner.getAttribute("content") ?? "")
}
