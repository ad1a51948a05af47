/**
 * Which sign counts: one of `Signs.ts` says something about a page only where its content came out poor, or where that
 * content is nothing but the notice itself.
 */
import type { Obstacle } from "@porthole/core"
import type { Signs } from "./Signs.ts"

/** What keeps a page's content from being read, by its signs and the text that was read. */
export const judge = (signs: Signs, text: string): Obstacle.Obstacle | undefined => {
  const isPoor = text.length < poor
  if (isPoor && signs.login) return "login"
  if (signs.challenge && (isPoor || (signs.asksForPerson && text.length < longestChallenge))) return "challenge"
  if (isPoor && signs.asksForPerson && signs.scripts) return "challenge"
  if (signs.consent !== "" && (isPoor || isOnly(signs.consent, text))) return "consent"
  return isPoor && signs.scripts ? "scripts" : undefined
}

// --- private --------------------------------------------------------------------------

/** Characters below which content is poor. */
const poor = 200

/** What says that it wants to know whether a person visits explains itself in no more characters than this. */
const longestChallenge = 1_500

const longestConsent = 10_000

/** Whether nearly all lines of a text are those of a notice. */
const isOnly = (notice: string, text: string): boolean => {
  if (text.length > longestConsent) return false
  let foreign = 0
  for (const line of text.split("\n")) {
    const folded = line.replace(/\s+/g, " ").trim()
    if (!notice.includes(folded)) foreign += folded.length
  }
  return foreign < poor && foreign * 5 < text.length
}
