/** @kreuzberg/html-to-markdown-node, with its strongest preprocessing. */
import kreuzberg, { type PreprocessingPreset } from "@kreuzberg/html-to-markdown-node"
import type { Read } from "../Candidate.ts"

const preprocessing = {
  enabled: true,
  // The package declares an enum and exports an empty object for it.
  preset: "Aggressive" as PreprocessingPreset,
  removeNavigation: true,
  removeForms: true,
}

export const read: Read = ({ html }) => ({
  markdown: kreuzberg.convert(html, { preprocessing, extractMetadata: false }).content ?? "",
})
