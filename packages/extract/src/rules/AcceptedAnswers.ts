/** Answers that a page calls accepted by a drawing only. */
import { lineOf, nearest, select } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import { areQuestions, holderOf } from "../records/Posts.ts"
import type { ContentRule } from "../phases/Rule.ts"

/** Marks the accepted answer of each thread that has one. Pages of several questions are no threads. */
export const acceptedAnswers: ContentRule = {
  name: "acceptedAnswers",
  case: "An accepted answer says so where only a drawing did.",
  phase: "content",
  reads: { attributes: ["class", "itemprop", "itemtype"], classes: ["acceptedAnswer"] },
  run: ({ threads }) => {
    for (const posts of threads) {
      if (areQuestions(posts)) continue
      const accepted = posts.filter(isAccepted)
      if (accepted.length === 1) for (const post of accepted) markAccepted(post)
    }
  },
}

// --- private --------------------------------------------------------------------------

/** Whether the page's markup calls a post the accepted answer. */
const isAccepted = (post: Element): boolean =>
  /\bacceptedAnswer\b/.test(post.getAttribute("itemprop") ?? "") ||
  acceptedAnswer.test(post.getAttribute("class") ?? "")

const acceptedAnswer = patternOf("acceptedAnswer")

/** Says so where only a drawing does. */
const markAccepted = (post: Element): void => {
  const holder = holderOf(post)
  if (holder === undefined || lineOf(holder) === "" || saysAccepted(holder)) return
  const line = post.ownerDocument.createElement("p")
  line.append("✓ Accepted answer")
  holder.prepend(line)
}

/** Whether a short text says so at the beginning, or as a label, which isn't in a paragraph. */
const saysAccepted = (post: Element): boolean =>
  select(post, "*")
    .filter((element) => element.firstElementChild === null && lineOf(element) !== "")
    .some((element, at) => {
      const text = lineOf(element)
      const isLabel = at === 0 || nearest(element, "p, li, pre, blockquote, td") === null
      return isLabel && text.length <= maxLabel && /\b(?:accepted|solution|solved|best answer)\b/i.test(text)
    })

/** Maximum characters of a label. */
const maxLabel = 25
