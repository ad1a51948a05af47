/** A program that reads pages: ours or a peer's. Each is a module of `candidates/`, loaded in a process of its own. */
import type { Output } from "../../../packages/extract/train/corpora/Rendered.ts"

/** The input of a candidate. */
export interface Input {
  readonly url: string
  /** The number of the page's site, see `Corpus.ts`; only for pages of a corpus. */
  readonly site?: number
  /** The bytes that the site sent. */
  readonly bytes: Uint8Array
  /** The same page as a string, decoded as UTF-8, which all pages of the corpora use. */
  readonly html: string
}

/** A reader's output. `path` names how it found the content, if it reports that; `title` is the page's title. */
export type Answer = Output & { readonly path?: string | undefined; readonly title?: string | undefined }

/** Reads one page; an exception counts as a failure. */
export type Read = (input: Input) => Answer | Promise<Answer>

/** The candidates in the order of the tables, with the names that the tables show. */
export const labels = {
  ours: "**ours**",
  unseen: "**ours**, by weights that were learnt without the page's site",
  plain: "linkedom + Readability + Turndown",
  jsdom: "jsdom + Readability + Turndown",
  defuddle: "Defuddle + linkedom",
  "article-extractor": "@extractus/article-extractor",
  kreuzberg: "@kreuzberg/html-to-markdown-node, aggressive",
  "kreuzberg-whole": "@kreuzberg/html-to-markdown-node, whole page",
  "node-html-markdown": "node-html-markdown, whole page",
} as const

/** A candidate's file name. */
export type Name = keyof typeof labels

/** All names. */
export const names = Object.keys(labels) as ReadonlyArray<Name>

/** Whether a text names a candidate. */
export const isName = (text: string): text is Name => Object.hasOwn(labels, text)
