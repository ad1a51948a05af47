/**
 * Checks the whole questions (`whole-questions.json`) against the text that the reader keeps of their pages, and counts
 * them:
 *
 *   node bench/passages/src/checkQuestions.ts --corpus DIR
 *
 * DIR holds `wcxb-dev`, `segments-dev` and `articles-dev`. Words are compared by rules of its own, not by those of the
 * ranker that the questions measure.
 */
import { createHash } from "node:crypto"
import { countsOf, printTable } from "../../harness/Figures.ts"
import * as Options from "../../harness/Options.ts"
import all from "../whole-questions.json" with { type: "json" }
import * as Documents from "./Documents.ts"
import { plain } from "./Kind.ts"
import * as Pages from "./Pages.ts"

/** A question as an agent asks it, with strings that all have to appear in what comes back. */
interface WholeQuestion {
  readonly page: string
  readonly language: string
  readonly type: string
  /** `context`: a heading or a neighbour of the answer's block names the subject, the block doesn't. */
  readonly level: string
  readonly question: string
  readonly answer: ReadonlyArray<string>
  /** Whether no tuning may look at it: half of the English ones. */
  readonly locked?: boolean
}

/** Words that say nothing about the subject of a question. */
const stopWords: Readonly<Record<string, string>> = {
  en: `about according after all an and any are as at be because been before being between both but by can cannot could
    did do does doing don down during each else for from further get give gives had has have he her his how if in into
    is it its itself just let like made make makes many may me might more most much must my need no not now of off on
    once one only or other our out over own per same say says she should so some than that the their them then there
    these they this those through to too two under until up us use used uses using very was we were what when where
    which while who whom whose why will with within without would you your`,
  de: `als am an auf aus bei beim bis darf das dass dem den der des die durch dürfen eine einem einen einer er es für
    gegen haben hat hatte hoch ich ihr ihre ihren im in ist kann können lange laut man mehr mit muss nach noch oder ohne
    pro sein sich sie sind so soll um und unter viel viele von vor war warum was wegen welche welchem welchen welcher
    welches wenn wer werden wie wieso wir wird wo woher womit worauf worin wurde wurden zu zum zur zwei über`,
  fr: `au aux avec ce cet cette combien comment dans de des du elle elles en entre est et faire il ils jusqu la le les
    leur on ont où par pas plus pour pourquoi quand que quel quelle quelles quels qui quoi sans se selon son sont sur un
    une été être`,
  es: `al antes aquel con cuando cuándo cuánta cuánto cuántas cuántos cómo de del desde donde dónde durante el en es esa
    ese esta este fue ha han hay la las lo los más no para por que quién quiénes qué se según será si sobre su sus un
    una uno`,
}

const { corpus } = Options.read({ corpus: "" }, "corpus")
const requested: ReadonlyArray<WholeQuestion> = all

/** The content words of a text, each by its first letters. */
const contentOf = (text: string, language: string): ReadonlySet<string> => {
  const left = new Set(stopWords[language]?.split(/\s+/))
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => word.length > 1 && !left.has(word)).map((word) => word.slice(0, 5)))
}

/** The block that holds a string; of a long one, the 500 characters to either side. */
const blockOf = (text: string, wanted: string): string => {
  const block = text.split(/\n{2,}/).find((each) => plain(each).includes(wanted))
  if (block === undefined) return ""
  const at = plain(block).indexOf(wanted)
  return plain(block).slice(Math.max(0, at - 500), at + wanted.length + 500)
}

/** The share of a question's content words that the block of its answer holds. */
const sharedOf = ({ answer, language, question }: WholeQuestion, text: string): number => {
  const words = [...contentOf(question, language)]
  const block = contentOf(blockOf(text, plain(answer[0] ?? "")), language)
  return words.filter((word) => block.has(word)).length / words.length
}

const isLocked = ({ language, page }: WholeQuestion): boolean =>
  language === "en" && (createHash("sha256").update(page).digest()[0] ?? 0) >= 0x80

/** What is wrong with a question. */
const faultsOf = (row: WholeQuestion, text: string): ReadonlyArray<string> => {
  const words = row.question.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  const [first = "", ...others] = row.answer.map(plain)
  const rows = requested.filter(({ page }) => page === row.page)
  const isParaphrase = row.level === "paraphrase"
  return [
    ...(words < 10 || words > 16 ? [`${words} words`] : []),
    ...(plain(text).split(first).length === 2 ? [] : [`"${first}" isn't there once`]),
    ...others.filter((each) => !plain(text).includes(each)).map((each) => `"${each}" isn't there`),
    ...(isParaphrase && sharedOf(row, text) > 0.3 ? ["shares more than 30 % of its words"] : []),
    ...(rows.length > 2 ? ["a third question about its page"] : []),
    ...(rows.filter(({ question }) => question === row.question).length > 1 ? ["asked twice"] : []),
    ...((row.locked ?? false) === isLocked(row) ? [] : ["locked against the rule"]),
  ]
}

const there = requested.filter(({ page }) => !Documents.isMissing(corpus, page))
const pages = await Pages.read(corpus, there)
const faults = there.flatMap((row) =>
  faultsOf(row, pages.get(row.page)?.text ?? "").map((fault) => `${row.page}: ${row.question} ${fault}`),
)
for (const fault of faults) console.error(fault)

console.log(`${there.length} of ${requested.length} questions about ${pages.size} pages, ${faults.length} faults\n`)
const print = printTable("language | type | level | number")
const rowOf = ({ language, level, type }: WholeQuestion): string => `${language} | ${type} | ${level}`
for (const [group, number] of countsOf(there.map(rowOf))) print(...group.split(" | "), number)
process.exitCode = faults.length === 0 ? 0 : 1
