/** The posts of a thread as elements. */
import { childrenOf, isElement, lineOf, nearest } from "@porthole/visibility/dom"

/** Whether posts are questions with an answer each, such as a help page's. */
export const areQuestions = (posts: ReadonlyArray<Element>): boolean => {
  const questions = posts.filter((post) => post.getAttribute("itemtype")?.endsWith("/Question") === true).length
  return questions > 0 && (questions * 2 >= posts.length || nearest(posts[0], "[itemtype$='/FAQPage']") !== null)
}

/** The element with the content of a post: itself, or the only cell with text. */
export const holderOf = (post: Element): Element | undefined => {
  let holder: Element | undefined = post
  while (holder !== undefined && tableParts.has(holder.localName)) {
    const parts: ReadonlyArray<Element> = childrenOf(holder)
      .filter(isElement)
      .filter((part) => lineOf(part) !== "")
    if (holder.localName === "td" && (parts.length !== 1 || !tableParts.has(parts[0]?.localName ?? ""))) return holder
    holder = parts.length === 1 ? parts[0] : undefined
  }
  return holder === undefined || lists.has(holder.localName) ? undefined : holder
}

// --- private --------------------------------------------------------------------------

const tableParts: ReadonlySet<string> = new Set(["table", "tbody", "tr", "td"])
const lists: ReadonlySet<string> = new Set(["ul", "ol", "dl"])
