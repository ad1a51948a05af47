/** The pages that both sides read in one thread: of a folder of corpora, or else the articles of `bench/mcp`. */
import { Corpus } from "../../extract/src/Corpora.ts"
import * as Article from "../../mcp/src/Article.ts"

/** A page as its site sent it. */
export interface Page {
  readonly url: string
  readonly bytes: Uint8Array
}

/** That many pages, evenly spread over the corpora. */
export const load = (corpus: string, count: number): ReadonlyArray<Page> => {
  if (corpus === "") return Array.from({ length: count }, (_, number) => article(number))
  const entries = Corpus.entries(corpus)
  const step = Math.max(1, Math.floor(entries.length / count))
  return entries
    .filter((_, at) => at % step === 0)
    .slice(0, count)
    .map(Corpus.load)
}

const article = (number: number): Page => ({
  url: `https://site.test/${number}`,
  bytes: new TextEncoder().encode(Article.html(number)),
})
