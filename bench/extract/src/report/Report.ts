/**
 * A run of our reader as one HTML document: figures, then the worst pages, with the expected text, the text found, and
 * the result of each stage. It needs no other file, sends no requests, and shows only the text of pages.
 */
import { randomBytes } from "node:crypto"
import type { Detail } from "../Detail.ts"
import { ofType, typesOf } from "../../../../packages/extract/train/scores/Figures.ts"
import type { Row } from "../Rig.ts"
import { html, raw } from "./Html.ts"
import * as Look from "./Look.ts"
import * as Overview from "./Overview.ts"
import * as PageSection from "./PageSection.ts"

/** The worst pages of each type, the worst first. */
export const worst = (rows: ReadonlyArray<Row>, ofEach: number): ReadonlyArray<Row> =>
  typesOf(rows)
    .slice(1)
    .flatMap((type) =>
      ofType(rows, type)
        .toSorted((a, b) => a.f1 - b.f1)
        .slice(0, ofEach),
    )

/** Writes the document. */
export const render = (
  rows: ReadonlyArray<Row>,
  pages: ReadonlyArray<Row>,
  detailOf: (id: string) => Detail,
): string => {
  const nonce = randomBytes(16).toString("base64")
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`
  const types = typesOf(pages)
  const buttons = types.map(
    (type, at) =>
      html`<button type="button" data-show="${type}" aria-pressed="${at === 0 ? "true" : "false"}">
        ${type}${at < 10 ? ` ${at}` : ""}
      </button>`,
  )
  return html`${raw("<!doctype html>")}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>How well pages are read</title>
        <style>
          ${raw(Look.style)}
        </style>
      </head>
      <body>
        <h1>How well pages are read</h1>
        <p class="faint">${rows.length} pages. F1, precision and recall against the reviewed content.</p>
        <main>
          ${Overview.render(rows)}
          <section>
            <h2>The worst pages</h2>
            <p class="key">
              <span class="missing">expected, not got</span> <span class="extra">got, not expected</span>
              <span class="elsewhere">in both, at another place</span>. Keys: j and k for the next page and the one
              before, Enter unfolds, digits choose a type, t turns the colours.
            </p>
            <nav aria-label="Pages shown">
              ${buttons} <button type="button" id="theme">dark or light t</button>
              <span id="shown" role="status" class="faint"></span>
            </nav>
            ${pages.map((row) => PageSection.render(row, detailOf(row.id)))}
          </section>
        </main>
        <script nonce="${nonce}">
          ${raw(Look.script)}
        </script>
      </body>
    </html> `.markup
}
