/** A page of a corpus as something to learn its kind from: what its signs answer. */
import { blocksOf } from "../../../../packages/extract/src/blocks/Block.ts"
import { evidenceOf } from "../../../../packages/extract/src/kind/Evidence.ts"
import { kinds, type PageKind } from "../../../../packages/extract/src/kind/Kinds.ts"
import { answersOf, kindOf } from "../../../../packages/extract/src/kind/PageKind.ts"
import * as Corpus from "../Corpus.ts"
import { readUpTo } from "./UpTo.ts"

/** A page. */
export interface KindSample extends Corpus.Entry {
  readonly kind: PageKind
  /** What the reader takes it for today. */
  readonly told: PageKind | undefined
  readonly row: ReadonlyArray<number>
}

/** Reads a page up to where its kind is asked for; nothing of a page whose type is no kind. */
export const kindSampleOf = (folder: string, entry: Corpus.Entry): KindSample | undefined => {
  const kind = kinds.find((one) => one === entry.type)
  if (kind === undefined) return undefined
  const page = Corpus.load(folder, entry.id)
  let sample: KindSample = { ...entry, kind, told: undefined, row: [] }
  readUpTo("kind", page, (reading) => {
    const asked = { ...reading, url: page.url, blocks: blocksOf(reading.document.body) }
    const row = answersOf(evidenceOf(asked)).map(({ answer }) => answer)
    sample = { ...sample, row, told: kindOf(asked).kind }
  })
  return sample
}
