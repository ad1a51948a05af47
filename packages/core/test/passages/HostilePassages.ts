/** The hostile texts whose passages are measured, each with a question. */
import { HostileTexts } from "@porthole/testing"

export interface Case {
  readonly name: string
  readonly make: HostileTexts.Text
  readonly question: string
}

const { "64 compounds": compounds = "", "repeated pairs": pairs = "", usual = "" } = HostileTexts.questions
const everyText = Object.entries({ usual: HostileTexts.usual, ...HostileTexts.texts })

/** Each text with the usual question, and those of many terms with the questions that ask for many. */
export const cases: ReadonlyArray<Case> = [
  ...everyText.map(([name, make]) => ({ name, make, question: usual })),
  ...everyText
    .filter(([name]) => /^(?:usual|different|one line|table rows below)/.test(name))
    .flatMap(([name, make]) => [
      { name: `${name}, 64 compounds`, make, question: compounds },
      { name: `${name}, repeated pairs`, make, question: pairs },
    ]),
]
