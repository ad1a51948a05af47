/** Decides which sign counts: only if the content is poor, or consists of the notice itself. */
import type { Obstacle } from "@porthole/core"
import type { Signs } from "./Signs.ts"

/** The obstacle to a page's content, by the page's signs and the text that was read. */
export const judge = (signs: Signs, text: string): Obstacle.Obstacle | undefined => {
  const isPoor = text.length < poor
  if (isPoor && signs.login) return "login"
  if (signs.challenge && (isPoor || (signs.asksForPerson && text.length < longestChallenge))) return "challenge"
  if (isPoor && signs.asksForPerson && signs.scripts) return "challenge"
  if (signs.consent !== "" && (isPoor || isOnly(signs.consent, text))) return "consent"
  return isPoor && signs.scripts ? "scripts" : undefined
}

// --- private --------------------------------------------------------------------------

/** In characters. */
const poor = 200
const longestChallenge = 1_500
const longestConsent = 10_000

/** Whether nearly all lines of a text are a notice's. */
const isOnly = (notice: string, text: string): boolean => {
  if (text.length > longestConsent) return false
  const lines = text.split("\n").map((line) => line.replace(/\s+/g, " ").trim())
  const foreign = lines.reduce((sum, line) => (notice.includes(line) ? sum : sum + line.length), 0)
  return foreign < poor && foreign * 5 < text.length
}
