/** Expected and found text side by side; a colour shows the result for each word. */
import { Scores } from "../Corpora.ts"
import { compare, type Fate } from "../Diff.ts"
import { element, type Html } from "./Html.ts"

/** The most characters of a text that the report shows. */
export const longest = 20_000

/** Shows both texts. */
export const render = (expected: string, got: string): Html => {
  const [left, right] = [tidy(expected), tidy(got)]
  const fates = compare(left, right)
  const side = (title: string, text: ReadonlyArray<Html>) =>
    element("section", {}, element("h4", {}, title), element("div", { class: "text", tabindex: "0" }, ...text))
  return element(
    "div",
    { class: "pair" },
    side("Expected", coloured(left, fates.left, "missing")),
    side("Got", coloured(right, fates.right, "extra")),
  )
}

// --- private --------------------------------------------------------------------------

const tidy = (text: string): string =>
  Scores.normalised(text)
    .trim()
    .split(/\s*\n\s*/)
    .join("\n")

type Class = "missing" | "extra" | "elsewhere" | undefined

const coloured = (text: string, fates: ReadonlyArray<Fate>, alone: "missing" | "extra"): ReadonlyArray<Html> => {
  const pieces: Array<Html> = []
  let [begin, run]: [number, Class] = [0, undefined]
  let word = 0
  // Adjacent words with the same result form one piece, with the text between them.
  const close = (at: number, next: Class) => {
    if (at > begin) pieces.push(piece(text.slice(begin, at), run))
    begin = at
    run = next
  }
  let end = 0
  for (const match of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    if (match.index >= longest) break
    const fate = fates[word]
    // Lower-casing splits a few words.
    word += Scores.wordsOf(match[0]).length
    const its: Class = fate === "same" ? undefined : fate === "elsewhere" ? "elsewhere" : alone
    if (its !== run) close(its === undefined ? end : match.index, its)
    end = match.index + match[0].length
  }
  const shown = Math.min(text.length, Math.max(end, longest))
  close(end, undefined)
  close(shown, undefined)
  if (shown < text.length)
    pieces.push(element("p", { class: "cut" }, `… ${text.length - shown} more characters aren't shown.`))
  return pieces
}

const piece = (text: string, its: Class): Html => {
  if (its === "elsewhere") return element("span", { class: its }, text)
  return element(its === "missing" ? "del" : its === "extra" ? "ins" : "span", {}, text)
}
