import type { Extractor } from "@porthole/core"
import { Result } from "effect"
import { read } from "../src/Pipeline.ts"

/** What a test asks of a document; everything else is the usual. */
export interface Asked {
  readonly url?: string
  readonly contentType?: string
  readonly mode?: Extractor.Fetched["mode"]
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Reads a document, or throws its error. */
export const readBytes = (bytes: Uint8Array, asked: Asked = {}): Extractor.Extracted =>
  Result.getOrThrow(
    read(
      {
        url: asked.url ?? "https://site.test/dir/page",
        contentType: asked.contentType ?? "text/html; charset=utf-8",
        bytes,
        mode: asked.mode ?? "markdown",
      },
      { isOverdue: () => false },
    ),
  )

export const readHtml = (html: string, asked: Asked = {}): Extractor.Extracted => readBytes(bytesOf(html), asked)

/** A page whose main content is plainly `content`. */
export const article = (content: string, head = ""): string =>
  `<!doctype html><html><head><title>A title</title>${head}</head><body><main><article>${content}</article></main></body></html>`

/** The Markdown of an article's content. */
export const markdownOf = (content: string): string => readHtml(article(content)).content

/** Markdown without its code, fenced or inline. */
export const withoutCode = (markdown: string): string =>
  markdown.replace(/^( *)(`{3,})[^\n]*\n[^]*?\n *\2 *$/gm, "").replace(/(?<!\\)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, "")
