/**
 * Measures how much hidden text the reader keeps out, and how much visible text it keeps, by a browser's judgement:
 *
 *   node bench/extract/hidden.ts
 *
 * Prints both shares and the name of each page on which reader and browser disagree. The browser's answers are in
 * `src/hidden/truth.json`; `hidden-truth.ts` makes them.
 */
import { read } from "./src/candidates/ours.ts"
import { type Case, pageOf, sentenceOf } from "./src/hidden/Case.ts"
import { cases } from "./src/hidden/Cases.ts"
import * as Truth from "./src/hidden/Truth.ts"

const truth = Truth.read()
const judgedOf = async (
  one: Case,
): Promise<{ readonly name: string; readonly isSeen: boolean; readonly isKept: boolean }> => {
  const sentence = sentenceOf(one.name)
  const html = pageOf(one, sentence)
  const answer = await read({ bytes: new TextEncoder().encode(html), html, url: "https://site.test/walk" })
  const text = "markdown" in answer ? answer.markdown : ""
  return {
    name: one.name,
    isSeen: truth[one.name] === true,
    isKept: text.replaceAll(/\s+/g, " ").includes(sentence),
  }
}

const counted = cases.filter(({ name, policy }) => policy === undefined && truth[name] !== undefined)
const judged = await Promise.all(counted.map(judgedOf))

const hidden = judged.filter(({ isSeen }) => !isSeen)
const visible = judged.filter(({ isSeen }) => isSeen)
const leaked = hidden.filter(({ isKept }) => isKept)
const lost = visible.filter(({ isKept }) => !isKept)
for (const { name } of leaked) console.log(`leaked  ${name}`)
for (const { name } of lost) console.log(`lost    ${name}`)
const share = (part: number, of: number): string => `${part} of ${of} (${((part / of) * 100).toFixed(1)} %)`
console.log(`hidden sentences kept out: ${share(hidden.length - leaked.length, hidden.length)}`)
console.log(`visible sentences kept: ${share(visible.length - lost.length, visible.length)}`)
