/** One page: its figures, the result of each stage, and expected and found text side by side. */
import type { Detail, StageScore } from "../Detail.ts"
import { change, share } from "../../../../packages/extract/train/scores/Figures.ts"
import type { Row } from "../Rig.ts"
import * as Compared from "./Compared.ts"
import { html, type Html } from "./Html.ts"

/** Shows a page, collapsed. */
export const render = (row: Row, detail: Detail): Html =>
  html`<details class="page" data-type="${row.type}">
    <summary>
      <b>${share(row.f1)}</b> <span class="type">${row.type}</span> ${row.id}
      <span class="faint"
        >precision ${share(row.p)}, recall ${share(row.r)}, by ${row.path ?? row.failure ?? "no way"}</span
      >
    </summary>
    <p class="faint">${detail.url}</p>
    <table class="stages">
      <thead>
        <tr>
          <th>stage</th>
          <th>note</th>
          <th>characters</th>
          <th>F1</th>
          <th></th>
          <th>precision</th>
          <th>recall</th>
          <th>ms</th>
        </tr>
      </thead>
      <tbody>
        ${detail.stages.map((stage, at) => stageRow(stage, detail.stages[at - 1]))}
      </tbody>
    </table>
    ${Compared.render(detail.expected, detail.got)}
  </details>`

// --- private --------------------------------------------------------------------------

const stageRow = (stage: StageScore, before: StageScore | undefined): Html => {
  const by = before === undefined ? 0 : stage.f1 - before.f1
  const moved =
    Math.abs(by) < 0.0005 ? html`<td></td>` : html`<td class="${by < 0 ? "loss" : "gain"}">${change(by)}</td>`
  return html`<tr>
    <th scope="row">${stage.name}</th>
    <td class="note">${stage.note ?? ""}</td>
    <td>${stage.characters.toLocaleString("en-US")}</td>
    <td>${share(stage.f1)}</td>
    ${moved}
    <td>${share(stage.p)}</td>
    <td>${share(stage.r)}</td>
    <td>${stage.ms.toFixed(1)}</td>
  </tr>`
}
