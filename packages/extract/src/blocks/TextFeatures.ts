/** What is asked of a block's own text. */
import type { Block } from "./Block.ts"
import { type Feature, feature, flag, ratio } from "./Feature.ts"

/** Features of a block by itself. */
export const textFeatures: ReadonlyArray<Feature<Block>> = [
  feature("words", ({ words }) => Math.log1p(words)),
  feature("linked", ({ linked, words }) => ratio(linked, words)),
  feature("sentences", ({ sentences }) => Math.min(sentences, 10)),
  feature("sentence share", ({ sentences, words }) => ratio(sentences, words)),
  flag("prose", ({ prose }) => prose > 0),
  feature("commas", ({ commas, words }) => ratio(commas, words)),
  flag("price", ({ prices }) => prices > 0),
  feature("numbers", ({ numbers, words }) => ratio(numbers, words)),
  feature("capitals", ({ capitals, words }) => ratio(capitals, words)),
  feature("word length", ({ text, words }) => Math.min(20, ratio(text.length, words))),
  flag("ends a sentence", ({ text }) => /[.!?。！？:]["'”’)]?$/.test(text)),
  flag("ends with a colon", ({ text }) => /[:：]$/.test(text)),
  flag("in capitals", ({ text }) => text === text.toUpperCase()),
  flag("with a control", ({ controls }) => controls > 0),
  flag("with an image", ({ images }) => images > 0),
  flag("copyright", ({ text }) => /©|\(c\)\s?\d{4}|all rights reserved/i.test(text)),
  flag("date", ({ text }) => date.test(text)),
  flag("action", ({ text, words }) => words < 6 && action.test(text)),
]

// --- private --------------------------------------------------------------------------

const date =
  /\b(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d{1,2}|\d{1,3} (?:min|hour|day|week|month|year)s?)\b/i

/** What buttons and links ask for. */
const action =
  /^(?:add to|buy|shop|view|see|read|show|load|learn|sign|log|subscribe|share|follow|download|contact|get|reply|report|quote|like|next|previous|prev|back|skip|close|search|menu|more|filter|sort|select|choose|quantity|size|colou?r|write a|click)\b/i
