/** A page of a corpus as something to learn its kind from: what its signs answer. */
import { evidenceOf } from "../../../../packages/extract/src/kind/Evidence.ts"
import { kinds, type PageKind } from "../../../../packages/extract/src/kind/Kinds.ts"
import { answersOf, kindOf } from "../../../../packages/extract/src/kind/PageKind.ts"
import { read, stages } from "../../../../packages/extract/src/Pipeline.ts"
import * as Corpus from "../Corpus.ts"

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
  const { bytes, url } = Corpus.load(folder, entry.id)
  let sample: KindSample = { ...entry, kind, told: undefined, row: [] }
  const at = stages.findIndex(({ name }) => name === "kind")
  read(
    { url, contentType: "text/html", bytes, mode: "text" },
    {
      isOverdue: () => false,
      stages: [
        ...stages.slice(0, at),
        {
          name: "sample",
          run: ({ base, declared, document, title }) => {
            const asked = { base, declared, document, title, url }
            const row = answersOf(evidenceOf(asked)).map(({ answer }) => answer)
            sample = { ...sample, row, told: kindOf(asked).kind }
            return {}
          },
        },
      ],
    },
  )
  return sample
}
