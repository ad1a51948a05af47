/** A block of a page. */
import type { Paragraph } from "./Paragraphs.ts"

/** A part of a page. */
export type Block =
  | { readonly kind: "paragraph"; readonly lines: Paragraph }
  | { readonly kind: "code"; readonly lines: ReadonlyArray<string> }
  | { readonly kind: "table"; readonly rows: ReadonlyArray<ReadonlyArray<string>> }

/** A stretch of a page's lines that are read as one block. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly block: Block
}
