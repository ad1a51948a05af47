/** The state of an OpenDocument file while it is written. */
import type { Node } from "../container/Xml.ts"
import type { Styles } from "./Styles.ts"

/** The state of a document while its text is written. */
export interface Writing {
  readonly styles: Styles
  /** Whether text stands on a ground of its own, so that white letters show. */
  readonly hasGround: boolean
  /** `cells` is the number of those that are read, `isCut` whether there are more. */
  readonly counts: { hidden: number; cells: number; isCut: boolean }
  /** Notes so far: each with its text, which follows the document. */
  readonly notes: Array<string>
  /** The content of an embedded object, such as a chart or a formula. */
  readonly objectOf: (address: string) => Node | undefined
  /** The last numbers of lists, by their style and level, and of headings. */
  readonly numbers: Map<string, Array<number>>
}
