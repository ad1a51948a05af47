/** One page: its figures, the result of each stage, and expected and found text side by side. */
import { Figures } from "../Corpora.ts"
import type { Detail, StageScore } from "../Detail.ts"
import type { Row } from "../Rig.ts"
import * as Compared from "./Compared.ts"
import { element, type Html, table, type Value } from "./Html.ts"

/** Shows a page, collapsed. */
export const render = ({ f1, failure, id, p, path, r, type }: Row, detail: Detail): Html =>
  element(
    "details",
    { class: "page", "data-type": type },
    element(
      "summary",
      {},
      element("b", {}, share(f1)),
      element("span", { class: "type" }, ` ${type}`),
      ` ${id} `,
      faint("span", `precision ${share(p)}, recall ${share(r)}, by ${path ?? failure ?? "no way"}`),
    ),
    faint("p", detail.url),
    table(
      ["stage", "note", "characters", "F1", "", "precision", "recall", "ms"],
      detail.stages.map((stage, at) => stageRow(stage, detail.stages[at - 1])),
    ),
    Compared.render(detail.expected, detail.got),
  )

// --- private --------------------------------------------------------------------------

const { change, share } = Figures

const faint = (name: string, text: string): Html => element(name, { class: "faint" }, text)

const stageRow = ({ characters, f1, ms, name, note, p, r }: StageScore, before?: StageScore): ReadonlyArray<Value> => {
  const by = before === undefined ? 0 : f1 - before.f1
  const moved = Math.abs(by) < 0.0005 ? "" : element("span", { class: by < 0 ? "loss" : "gain" }, change(by))
  return [name, note ?? "", characters.toLocaleString("en-US"), share(f1), moved, share(p), share(r), ms.toFixed(1)]
}
