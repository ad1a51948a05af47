/**
 * A run of our reader as one HTML document: figures, then the worst pages, with the expected text, the text found, and
 * the result of each stage. It needs no other file, sends no requests, and shows only the text of pages.
 */
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { Figures, TypeScores } from "../Corpora.ts"
import type { Detail } from "../Detail.ts"
import * as Quality from "../Quality.ts"
import type { Row } from "../Rig.ts"
import { element, type Html, raw } from "./Html.ts"
import * as PageSection from "./PageSection.ts"

/** The worst pages of each type, the worst first. */
export const worst = (rows: ReadonlyArray<Row>, ofEach: number): ReadonlyArray<Row> =>
  Figures.typesOf(rows)
    .slice(1)
    .flatMap((type) =>
      Figures.ofType(rows, type)
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
  const head = [
    element("meta", { charset: "utf-8" }),
    element("meta", {
      "http-equiv": "Content-Security-Policy",
      content: `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`,
    }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("title", {}, title),
    element("style", {}, ownFile("look.css")),
  ]
  const figures = `${rows.length} pages. F1, precision and recall against the reviewed content.`
  const body = [
    element("h1", {}, title),
    element("p", { class: "faint" }, figures),
    element("pre", {}, `${TypeScores.byType(rows)}\n${Quality.summary(rows)}`),
    element("h2", {}, "The worst pages"),
    key,
    navigation(Figures.typesOf(pages)),
    ...pages.map((row) => PageSection.render(row, detailOf(row.id))),
    element("script", { nonce }, ownFile("script.js")),
  ]
  const document = element("html", { lang: "en" }, element("head", {}, ...head), element("body", {}, ...body))
  return `<!doctype html>${document.markup}`
}

// --- private --------------------------------------------------------------------------

const title = "How well pages are read"

const ownFile = (name: string): Html => raw(readFileSync(new URL(name, import.meta.url), "utf8"))

const key = element(
  "p",
  { class: "key" },
  element("span", { class: "missing" }, "expected, not got"),
  " ",
  element("span", { class: "extra" }, "got, not expected"),
  " ",
  element("span", { class: "elsewhere" }, "in both, at another place"),
)

const navigation = (types: ReadonlyArray<string>): Html => {
  const buttons = types.map((type, at) =>
    element("button", { type: "button", "data-show": type, "aria-pressed": String(at === 0) }, type),
  )
  return element("nav", { "aria-label": "Pages shown" }, ...buttons)
}
