/** Decides which elements of a page no person sees, by its markup and its own style sheets, and removes them. */
export { sheetsWithin, styleSheetIn } from "./css/DataSheets.ts"
export { isBlockName } from "./BlockNames.ts"
export { hidesItself, isPale, removeHidden } from "./Hidden.ts"
export { isScreenReaderClass } from "./Markup.ts"
export { isAlike, maxPanels } from "./Panels.ts"
export { placeStreamed } from "./StreamedParts.ts"
export { isBox, markBefore } from "./Marks.ts"
