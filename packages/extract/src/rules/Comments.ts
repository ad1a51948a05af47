/**
 * Comments of readers under an article. A hundred of them read like a text, and are longer than the article; the page
 * says by its type which of both it is for. A discussion's replies are its text.
 */
import type { Holder } from "../model/Block.ts"
import { hintNames } from "../model/Hints.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Drops the comments behind the text of a declared article. */
export const comments: UnitRule = {
  name: "comments",
  case: "Hundreds of comments bury the article that they are about.",
  phase: "unit",
  reads: { attributes: ["class", "id"] },
  run: ({ kept, page: { blocks, declaredTypes } }) => {
    const types = [...declaredTypes]
    if (!types.some((type) => article.test(type)) || types.some((type) => discussion.test(type))) return
    const text = blocks.map(({ holder, prose }, at) => (kept[at] === true && !isComment(holder) ? prose : 0))
    if (text.reduce((sum, words) => sum + words, 0) < minText) return
    const end = text.findLastIndex((words) => words > 0)
    blocks.forEach(({ holder }, at) => {
      if (at > end && isComment(holder)) kept[at] = false
    })
  },
}

// --- private --------------------------------------------------------------------------

/** Types of pages that are one text of an author, and of those that are the texts of many. */
const article = /article|blogposting/
const discussion = /discussion|qapage|question|socialmediaposting/
/** The minimum number of words of such a text. */
const minText = 250
const commentBit = hintNames.indexOf("comment")

/** Whether something is in a part for comments; the discussion of a paper is none. */
const isComment = ({ hinted }: Holder): boolean => {
  const element = hinted[commentBit]?.element
  return element !== undefined && commentName.test(`${element.getAttribute("class")} ${element.getAttribute("id")}`)
}

const commentName = /comment|repl(?:y|ies)|respond/i
