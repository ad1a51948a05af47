/**
 * All rules, in the order in which they run: a rule sees what those before it did. To add one, write a file and a line
 * here. Whoever measures what rules are worth reads with a part of this list.
 */
import type { Rule } from "../phases/Rule.ts"
import { acceptedAnswers } from "./AcceptedAnswers.ts"
import { adLabels } from "./AdLabels.ts"
import { admonitions } from "./Admonitions.ts"
import { attachments } from "./Attachments.ts"
import { attributions } from "./Attributions.ts"
import { authors } from "./Authors.ts"
import { bodyText } from "./BodyText.ts"
import { buttonRows } from "./ButtonRows.ts"
import { captions } from "./Captions.ts"
import { cardPictures } from "./CardPictures.ts"
import { cartDialogs } from "./CartDialogs.ts"
import { cellButtons } from "./CellButtons.ts"
import { clutter } from "./Clutter.ts"
import { code } from "./Code.ts"
import { codeBlocks } from "./CodeBlocks.ts"
import { comments } from "./Comments.ts"
import { contacts } from "./Contacts.ts"
import { controlText } from "./ControlText.ts"
import { declaredPosts } from "./DeclaredPosts.ts"
import { declaredSteps } from "./DeclaredSteps.ts"
import { disclosures } from "./Disclosures.ts"
import { embeds } from "./Embeds.ts"
import { emptyHeadings } from "./EmptyHeadings.ts"
import { facts } from "./Facts.ts"
import { fieldLabels } from "./FieldLabels.ts"
import { footnotes } from "./Footnotes.ts"
import { gaps } from "./Gaps.ts"
import { headingLinks } from "./HeadingLinks.ts"
import { headings } from "./Headings.ts"
import { identity } from "./Identity.ts"
import { insideText } from "./InsideText.ts"
import { introduced } from "./Introduced.ts"
import { itemLists } from "./ItemLists.ts"
import { labels } from "./Labels.ts"
import { labelValues } from "./LabelValues.ts"
import { lazyPictures } from "./LazyPictures.ts"
import { leadPicture } from "./LeadPicture.ts"
import { likeRecords } from "./LikeRecords.ts"
import { likeness } from "./Likeness.ts"
import { linkedNotes } from "./LinkedNotes.ts"
import { listTitles } from "./ListTitles.ts"
import { listsOfLists } from "./ListsOfLists.ts"
import { mainSections } from "./MainSections.ts"
import { marks } from "./Marks.ts"
import { names } from "./Names.ts"
import { navigationTables } from "./NavigationTables.ts"
import { neighbours } from "./Neighbours.ts"
import { nestedReplies } from "./NestedReplies.ts"
import { noteTables } from "./NoteTables.ts"
import { numberedParts } from "./NumberedParts.ts"
import { offers } from "./Offers.ts"
import { oneFate } from "./OneFate.ts"
import { pairs } from "./Pairs.ts"
import { panelTitles } from "./PanelTitles.ts"
import { paperAuthors } from "./PaperAuthors.ts"
import { pictures } from "./Pictures.ts"
import { placeholders } from "./Placeholders.ts"
import { price } from "./Price.ts"
import { pricesBeside } from "./PricesBeside.ts"
import { productText } from "./ProductText.ts"
import { quotedReplies } from "./QuotedReplies.ts"
import { recordParts } from "./RecordParts.ts"
import { references } from "./References.ts"
import { repeatedTitle } from "./RepeatedTitle.ts"
import { shareLinks } from "./ShareLinks.ts"
import { shortLines } from "./ShortLines.ts"
import { siblingHeadings } from "./SiblingHeadings.ts"
import { siblingParagraphs } from "./SiblingParagraphs.ts"
import { similarSiblings } from "./SimilarSiblings.ts"
import { slides } from "./Slides.ts"
import { smallRecords } from "./SmallRecords.ts"
import { standfirst } from "./Standfirst.ts"
import { summaries } from "./Summaries.ts"
import { sureParts } from "./SureParts.ts"
import { tables } from "./Tables.ts"
import { tasks } from "./Tasks.ts"
import { textBeside } from "./TextBeside.ts"

export const rules: ReadonlyArray<Rule> = [
  // Hidden text is gone. What only controls and attributes say:
  placeholders,
  names,
  buttonRows,
  cellButtons,
  panelTitles,
  controlText,
  // Forms of one thing:
  summaries,
  fieldLabels,
  tasks,
  lazyPictures,
  code,
  headingLinks,
  attributions,
  noteTables,
  admonitions,
  embeds,
  // Last, because notes move in their final form.
  footnotes,
  // The model judged the blocks. The lists of the page:
  similarSiblings,
  nestedReplies,
  declaredPosts,
  likeRecords,
  listsOfLists,
  // For each list:
  likeness,
  identity,
  authors,
  clutter,
  bodyText,
  smallRecords,
  sureParts,
  // The blocks:
  tables,
  recordParts,
  itemLists,
  labels,
  codeBlocks,
  textBeside,
  // The likeliest units were chosen.
  offers,
  siblingParagraphs,
  neighbours,
  insideText,
  facts,
  declaredSteps,
  paperAuthors,
  references,
  linkedNotes,
  shortLines,
  mainSections,
  numberedParts,
  headings,
  siblingHeadings,
  pairs,
  price,
  productText,
  standfirst,
  gaps,
  captions,
  slides,
  leadPicture,
  introduced,
  contacts,
  attachments,
  shareLinks,
  oneFate,
  disclosures,
  pricesBeside,
  comments,
  adLabels,
  cartDialogs,
  labelValues,
  listTitles,
  emptyHeadings,
  pictures,
  navigationTables,
  marks,
  cardPictures,
  // The rest of the page is gone.
  acceptedAnswers,
  quotedReplies,
  repeatedTitle,
]
