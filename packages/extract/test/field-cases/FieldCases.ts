/**
 * What real pages do: small documents in our own words, rebuilt from public bug reports of readers and converters. Each
 * says which texts the reader must return and which it must not. They are in `cases.ndjson`, one a line.
 */
import { Buffer } from "node:buffer"
import { readFileSync } from "node:fs"

/** One document, as the content of an article, as a whole, or in base64. */
export interface FieldCase {
  readonly name: string
  readonly kind: string
  readonly note?: string
  /** The rules of the reader without each of which the case fails. */
  readonly rules?: ReadonlyArray<string>
  /** Default: an address of the site, with its name. */
  readonly url?: string
  /** Default: HTML. */
  readonly type?: string
  readonly article?: string
  readonly document?: string
  /** A page of `../pages`, instead of a document. */
  readonly page?: string
  readonly base64?: string
  /** All of these texts must be in the Markdown. */
  readonly expect?: ReadonlyArray<string>
  /** One text of each list must be. */
  readonly expectAny?: ReadonlyArray<ReadonlyArray<string>>
  /** None of these may be. */
  readonly forbid?: ReadonlyArray<string>
  /** Why the reader is known to fail, or why we don't share the expectation. */
  readonly known?: string
}

/** Reads all cases. */
export const read = (): ReadonlyArray<FieldCase> =>
  readFileSync(new URL("cases.ndjson", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

/** The bytes of a case. */
export const bytesOf = ({ article, base64, document, page }: FieldCase): Uint8Array => {
  if (page !== undefined) return readFileSync(new URL(`../pages/${page}.html`, import.meta.url))
  return base64 === undefined
    ? new TextEncoder().encode(article === undefined ? document : framed(article))
    : Buffer.from(base64, "base64")
}

/** What is wrong with the Markdown of a case; empty if nothing is. */
export const faultsIn = ({ expect = [], expectAny = [], forbid = [] }: FieldCase, markdown: string): string =>
  [
    ...expect.filter((text) => !markdown.includes(text)).map((text) => `lacks ${JSON.stringify(text)}`),
    ...expectAny
      .filter((texts) => !texts.some((text) => markdown.includes(text)))
      .map((texts) => `lacks each of ${JSON.stringify(texts)}`),
    ...forbid.filter((text) => markdown.includes(text)).map((text) => `has ${JSON.stringify(text)}`),
  ].join(", ")

// --- private --------------------------------------------------------------------------

/** A page with navigation and a footer, whose article has `content` between two paragraphs. */
const framed = (content: string): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>The harbour almanac</title></head><body>
<header><a href="/">Harbour office</a><nav><ul><li><a href="/news">News</a></li><li><a href="/tides">Tides</a></li><li><a href="/contact">Contact</a></li></ul></nav></header>
<main><article><h1>The harbour almanac</h1>
<p>The harbour office keeps a small almanac for visiting crews, and every spring somebody goes over it line by line. What follows is this year's edition, with the figures that the pilots measured themselves and a few notes on how they were taken.</p>
${content}
<p>Readers who find a mistake are asked to write to the office before the end of the season, so that the next edition can be put right. Nobody is paid for this work, and the office is grateful for each letter that it receives.</p>
</article></main>
<footer><p>© Harbour office. All rights reserved.</p><a href="/imprint">Imprint</a></footer>
</body></html>`
