/**
 * Subscripts and superscripts as text. Markdown has no syntax for them, and raw HTML never reaches a reader. Characters
 * of Unicode's block "Superscripts and Subscripts" and their older neighbours serve where each character has one (H₂O,
 * 10⁻³, xⁿ), else TeX's braces (x^{a+b}), which models read and which mark the end of the script. Words always take
 * braces, because no search finds ₘₐₓ. The ending of an ordinal stays as it is (1st), and so does a sign that is raised
 * anyway (®), and a script with a link, which is a note.
 */

/** Writes a script's content, which is Markdown, after the text before it. */
export const scriptIn = (content: string, before: string, kind: "sub" | "sup"): string => {
  const text = content.trim()
  if (
    /^[^\p{L}\p{N}+\-−=()]*$/u.test(text) ||
    text.includes("](") ||
    (/\d$/.test(before) && /^\p{L}{2,3}$/u.test(text))
  )
    return content
  const signs = kind === "sub" ? subscripts : superscripts
  const characters = [...text].map((character) => signs.get(character))
  return characters.includes(undefined) || /\p{L}{2}/u.test(text)
    ? `${kind === "sub" ? "_" : "^"}{${text}}`
    : characters.join("")
}

// --- private --------------------------------------------------------------------------

const signsOf = (plain: string, set: string): ReadonlyMap<string, string> => {
  const signs = [...set]
  return new Map([...plain].map((character, index) => [character, signs[index] ?? character]))
}
const superscripts = signsOf("0123456789+-−=()in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ")
const subscripts = signsOf("0123456789+-−=()aeoxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ")
