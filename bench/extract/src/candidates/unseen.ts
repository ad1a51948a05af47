/** Our reader with the weights that were learnt without the page's site; `pnpm train --check` writes them. */
import { existsSync, readFileSync } from "node:fs"
import { modelOf, type Model } from "../../../../packages/extract/src/model/Model.ts"
import { stages, stagesOf } from "../../../../packages/extract/src/html/Pipeline.ts"
import type { Stage } from "../../../../packages/extract/src/html/Stage.ts"
import type { Read } from "../Candidates.ts"
import { Corpus } from "../Corpora.ts"
import { foldFile, folds } from "../../../../packages/extract/train/model/Weights.ts"
import { readBy } from "./ours.ts"

const models: ReadonlyArray<Model> = Array.from({ length: folds }, (_, fold) => {
  const file = foldFile(fold)
  if (!existsSync(file)) throw new Error("run pnpm train --check --corpus DIR first")
  return modelOf(JSON.parse(readFileSync(file, "utf8")))
})

const stagesBy: ReadonlyArray<ReadonlyArray<Stage>> = models.map((model) => stagesOf({ model }))

export const read: Read = (input) => readBy(input, stagesBy[Corpus.foldOf({ site: input.site ?? 0 }, folds)] ?? stages)
