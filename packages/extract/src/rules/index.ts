/**
 * All rules, in the order in which they run: a rule sees what those before it did. To add one, write a file and a line
 * here. Whoever measures what rules are worth reads with a part of this list.
 */
import { codeBlocks } from "./block/CodeBlocks.ts"
import { itemLists } from "./block/ItemLists.ts"
import { labels } from "./block/Labels.ts"
import { recordParts } from "./block/RecordParts.ts"
import { tables } from "./block/Tables.ts"
import { teasers } from "./block/Teasers.ts"
import { textBeside } from "./block/TextBeside.ts"
import { textsAround } from "./block/TextsAround.ts"
import { acceptedAnswers } from "./content/AcceptedAnswers.ts"
import { quotedReplies } from "./content/QuotedReplies.ts"
import { repeatedTitle } from "./content/RepeatedTitle.ts"
import type { BlockRule, ContentRule, Rule, UnitRule } from "./Rule.ts"
import { cardPictures } from "./unit/CardPictures.ts"
import { emptyHeadings } from "./unit/EmptyHeadings.ts"
import { gaps } from "./unit/Gaps.ts"
import { headings } from "./unit/Headings.ts"
import { linkedHeadings } from "./unit/LinkedHeadings.ts"
import { marks } from "./unit/Marks.ts"
import { offers } from "./unit/Offers.ts"
import { oneFate } from "./unit/OneFate.ts"
import { pictures } from "./unit/Pictures.ts"
import { price } from "./unit/Price.ts"
import { standfirst } from "./unit/Standfirst.ts"

export const rules: ReadonlyArray<Rule> = [
  // The model judged the blocks.
  teasers,
  tables,
  recordParts,
  itemLists,
  labels,
  codeBlocks,
  textBeside,
  textsAround,
  // The likeliest units were chosen.
  offers,
  linkedHeadings,
  headings,
  price,
  standfirst,
  gaps,
  oneFate,
  emptyHeadings,
  pictures,
  marks,
  cardPictures,
  // The rest of the page is gone.
  acceptedAnswers,
  quotedReplies,
  repeatedTitle,
]

/** Rules by their phases, each in the order of the list. */
export interface Phases {
  readonly block: ReadonlyArray<BlockRule>
  readonly unit: ReadonlyArray<UnitRule>
  readonly content: ReadonlyArray<ContentRule>
}

/** Splits a list of rules once, so that no page does. */
export const phasesOf = (some: ReadonlyArray<Rule>): Phases => ({
  block: some.filter((rule) => rule.phase === "block"),
  unit: some.filter((rule) => rule.phase === "unit"),
  content: some.filter((rule) => rule.phase === "content"),
})
