/** The figures of a run: by type, by the way the content was found, and the distribution of scores. */
import { mean, ofType, share, typesOf } from "../../../../packages/extract/train/scores/Figures.ts"
import type { Row } from "../Rig.ts"
import { html, type Html } from "./Html.ts"

/** Shows the figures of all rows. */
export const render = (rows: ReadonlyArray<Row>): Html =>
  html`<section>
      <h2>By type</h2>
      <table>
        <thead>
          <tr>
            <th>type</th>
            <th>pages</th>
            <th>F1</th>
            <th>precision</th>
            <th>recall</th>
          </tr>
        </thead>
        <tbody>
          ${typesOf(rows).map((type) => typeRow(type, ofType(rows, type)))}
        </tbody>
      </table>
    </section>
    <section>
      <h2>By the way the content was found</h2>
      <table>
        <thead>
          <tr>
            <th>way</th>
            <th>pages</th>
            <th>F1</th>
          </tr>
        </thead>
        <tbody>
          ${byPath(rows)}
        </tbody>
      </table>
    </section>
    <section>
      <h2>Pages by F1</h2>
      <table class="histogram">
        <thead>
          <tr>
            <th>F1</th>
            <th>pages</th>
          </tr>
        </thead>
        <tbody>
          ${histogram(rows)}
        </tbody>
      </table>
    </section>`

// --- private --------------------------------------------------------------------------

const f1Of = (rows: ReadonlyArray<Row>) => mean(rows.map(({ f1 }) => f1))

const typeRow = (type: string, rows: ReadonlyArray<Row>): Html =>
  html`<tr>
    <th scope="row">${type}</th>
    <td>${rows.length}</td>
    ${barCell(f1Of(rows))}
    <td>${share(mean(rows.map(({ p }) => p)))}</td>
    <td>${share(mean(rows.map(({ r }) => r)))}</td>
  </tr>`

const byPath = (rows: ReadonlyArray<Row>): ReadonlyArray<Html> => {
  const paths = Map.groupBy(rows, ({ path }) => path ?? "none")
  return [...paths]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(
      ([path, its]) =>
        html`<tr>
          <th scope="row">${path}</th>
          <td>${its.length}</td>
          ${barCell(f1Of(its))}
        </tr>`,
    )
}

const buckets = 20

const histogram = (rows: ReadonlyArray<Row>): ReadonlyArray<Html> => {
  const counts = Array.from({ length: buckets }, () => 0)
  for (const { f1 } of rows) counts[Math.min(buckets - 1, Math.floor(f1 * buckets))]! += 1
  const most = Math.max(1, ...counts)
  return counts.map(
    (count, at) =>
      html`<tr>
        <th scope="row">${share(at / buckets)} to ${at === buckets - 1 ? "1" : share((at + 1) / buckets)}</th>
        ${barCell(count / most, String(count))}
      </tr>`,
  )
}

/** A cell with a bar as long as the share. */
const barCell = (part: number, text = share(part)): Html =>
  html`<td class="bar">
    <span style="width: ${Number.isNaN(part) ? 0 : (part * 100).toFixed(1)}%"></span><b>${text}</b>
  </td>`
