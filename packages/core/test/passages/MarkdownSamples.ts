/** Arbitrary Markdown for properties: well-formed pieces, broken ones, and text of many scripts. */
import * as fc from "fast-check"
import { webUrl } from "../policy/WebUrls.ts"

const word = fc.constantFrom(
  "heat",
  "pump",
  "ferry",
  "Zürich",
  "4,984.56",
  "łódź",
  "東京",
  "คน",
  "😀",
  "don’t",
  "the",
  "of",
)
const sentence = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => `${words.join(" ")}.`)
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 12 }).map((sentences) => sentences.join(" "))
const link = fc.tuple(word, webUrl).map(([text, url]) => `[${text}](${url})`)

const piece = fc.oneof(
  paragraph,
  fc.tuple(fc.integer({ min: 1, max: 6 }), sentence).map(([level, text]) => `${"#".repeat(level)} ${text}`),
  fc.array(sentence, { minLength: 1, maxLength: 6 }).map((items) => items.map((text) => `- ${text}`).join("\n")),
  fc.tuple(paragraph, sentence).map(([a, b]) => `1. ${a}\n\n   ${b}`),
  fc
    .array(word, { minLength: 2, maxLength: 20 })
    .map((rows) => `| a | b |\n| --- | --- |\n${rows.map((x) => `| ${x} | 1 |`).join("\n")}`),
  fc.array(sentence, { maxLength: 30 }).map((lines) => `\`\`\`js\n${lines.join("\n")}\n\`\`\``),
  fc.tuple(sentence, link, sentence).map((parts) => parts.join(" ")),
  fc.constantFrom(
    "```",
    "~~~\nopen",
    "|",
    "| --- |",
    "[a](",
    "](",
    "#",
    "> quote\n> more",
    "x".repeat(3_000),
    "😀".repeat(700),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
)

/** A page in Markdown. */
export const markdown: fc.Arbitrary<string> = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join("\n\n"))
