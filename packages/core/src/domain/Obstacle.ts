/** What stands between a page's text and whoever only reads its HTML. */
import * as Schema from "effect/Schema"

/**
 * `scripts`: the page is put together by scripts, which are never run. `login`: it asks who one is. `consent`: it asks for
 * consent, mostly to cookies. `challenge`: it wants proof that a person visits it. `scanned`: it is made of pictures of text.
 */
export const Obstacle = Schema.Literals(["scripts", "login", "consent", "challenge", "scanned"])
export type Obstacle = typeof Obstacle.Type

/** A sentence about it, for the model that asked for the page. */
export const sentence = (obstacle: Obstacle): string => sentences[obstacle]

// --- private --------------------------------------------------------------------------

const sentences: Readonly<Record<Obstacle, string>> = {
  scripts: "The page is put together by JavaScript, which isn't run: there may be more to it than what is shown.",
  login: "The page asks for a login before it shows its content.",
  consent: "The page asks for consent, such as to cookies, before it shows its content.",
  challenge: "The page wants proof that a person visits it before it shows its content.",
  scanned: "The document holds pictures of its pages and no text; pictures aren't read.",
}
