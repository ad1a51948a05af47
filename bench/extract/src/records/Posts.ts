/**
 * The posts of a forum page: by schema.org's microdata, else by the markup of forum software. They are the truth of the
 * measurement; the reader itself knows no forum software.
 */
import { isBefore, lineOf, orderOf, type Record, wordsIn, wordsOf } from "./Record.ts"

/** How posts were found, and the posts. */
export interface Thread {
  readonly by: string
  readonly posts: ReadonlyArray<Record>
}

/** Finds a page's posts that have an author and a text; `undefined` if there are fewer than two. */
export const threadIn = (document: Document): Thread | undefined => {
  const order = orderOf(document)
  for (const { author, by, post, text } of [microdata, ...software]) {
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

interface Markup {
  readonly by: string
  readonly post: string
  /** A selector, or `@` and the name of the post's attribute. */
  readonly author: string
  readonly text: string
}

const microdata: Markup = {
  by: "microdata",
  post: [
    "[itemtype*='schema.org/DiscussionForumPosting']",
    "[itemtype*='schema.org/Comment']",
    "[itemtype*='schema.org/Question']",
    "[itemtype*='schema.org/Answer']",
  ].join(","),
  author: "[itemprop~=author]",
  text: "[itemprop~=text],[itemprop~=articleBody],[itemprop~=commentText]",
}

const software: ReadonlyArray<Markup> = [
  { by: "XenForo", post: "article.message", author: ".message-name", text: ".message-body .bbWrapper" },
  { by: "XenForo 1", post: "li.message", author: "a.username", text: ".messageText" },
  { by: "Discourse", post: ".crawler-post", author: ".creator", text: ".post" },
  { by: "Discourse, basic", post: ".topic-body", author: ".creator", text: ".post" },
  { by: "vBulletin", post: "table[id^=post],.tpost,.postcontainer", author: postUser(), text: "[id^=post_message_]" },
  { by: "Invision 4", post: "article.ipsComment", author: ".ipsComment_author h3", text: "[data-role=commentContent]" },
  {
    by: "Invision 5",
    post: "article.ipsEntry,.ipsEntry",
    author: ".ipsEntry__username,h3",
    text: ".ipsEntry__content .ipsRichText",
  },
  { by: "FluxBB", post: ".blockpost", author: ".postleft dt", text: ".postmsg" },
  {
    by: "phpBB",
    post: ".post",
    author: ".author .username,.author .username-coloured,.postprofile dt a,.username",
    text: ".content",
  },
  { by: "SMF", post: ".post_wrapper", author: ".poster h4", text: ".inner" },
  { by: "MyBB", post: ".post", author: ".post_author strong,.author_information strong", text: ".post_body" },
  { by: "Flarum", post: ".Post,article", author: ".PostUser h3,.PostUser-name,.username", text: ".Post-body" },
  { by: "Vanilla", post: ".ItemDiscussion,.ItemComment", author: ".Author .Username", text: ".Message" },
  { by: "Reddit", post: "shreddit-comment", author: "@author", text: "[slot=comment]" },
  { by: "Reddit, old", post: ".thing.comment", author: ".author", text: ".usertext-body" },
  { by: "Lobsters", post: ".comment", author: ".byline a[href^='/~']", text: ".comment_text" },
  { by: "Lemmy", post: ".comment-node,article.comment", author: ".person-listing", text: ".comment-content" },
  { by: "Slash", post: ".full", author: ".by a", text: ".commentBody" },
]

function postUser(): string {
  return ".bigusername,.username,.postbit-user,a[href*='member.php'],a[href*='/members/'],.posthead .popupmenu a"
}

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
