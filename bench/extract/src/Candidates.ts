/** The programs that read pages: ours and the peers'. Each runs in a process of its own, which loads no other. */
import type { Rendered } from "./Corpora.ts"

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
export type Answer = Rendered.Output & { readonly path?: string | undefined; readonly title?: string | undefined }

/** Reads one page; an exception counts as a failure. */
export type Read = (input: Input) => Answer | Promise<Answer>

const readability = async () => {
  const [{ Readability }, { default: Turndown }] = await Promise.all([
    import("@mozilla/readability"),
    import("turndown"),
  ])
  const turndown = new Turndown()
  return (document: Document) => ({ markdown: turndown.turndown(new Readability(document).parse()?.content ?? "") })
}

/** The usual stack. */
const plain = async (): Promise<Read> => {
  const [{ parseHTML }, readDocument] = [await import("linkedom"), await readability()]
  return ({ html }) => readDocument(parseHTML(html).document)
}

/** A browser's complete DOM. It fetches and runs nothing. */
const jsdom = async (): Promise<Read> => {
  const [{ JSDOM, VirtualConsole }, readDocument] = [await import("jsdom"), await readability()]
  return ({ html, url }) => {
    const where = URL.canParse(url) ? { url } : {}
    const { window } = new JSDOM(html, { ...where, virtualConsole: new VirtualConsole() })
    const answer = readDocument(window.document)
    window.close()
    return answer
  }
}

/** With its defaults, but without requests to third parties. */
const defuddle = async (): Promise<Read> => {
  const [{ Defuddle }, { parseHTML }] = await Promise.all([import("defuddle/node"), import("linkedom")])
  return async ({ html, url }) => ({
    html: (await Defuddle(parseHTML(html).document, url, { useAsync: false })).content,
  })
}

const articleExtractor = async (): Promise<Read> => {
  const { extractFromHtml } = await import("@extractus/article-extractor")
  return async ({ html, url }) => ({ html: (await extractFromHtml(html, url))?.content ?? "" })
}

type Preprocessing = { readonly enabled: boolean; readonly [option: string]: unknown }

const kreuzberg = async (preprocessing: Preprocessing): Promise<Read> => {
  const { default: module } = await import("@kreuzberg/html-to-markdown-node")
  return ({ html }) => ({ markdown: module.convert(html, { preprocessing, extractMetadata: false }).content ?? "" })
}

/** The package declares an enum for the preset and exports an empty object for it. */
const strongest = { enabled: true, preset: "Aggressive", removeNavigation: true, removeForms: true }

const nodeHtmlMarkdown = async (): Promise<Read> => {
  const { NodeHtmlMarkdown } = await import("node-html-markdown")
  const converter = new NodeHtmlMarkdown()
  return ({ html }) => ({ markdown: converter.translate(html) })
}

/** The candidates in the order of the tables, with the names that the tables show. */
export const candidates = {
  ours: { label: "**ours**", load: async () => (await import("./candidates/ours.ts")).read },
  unseen: {
    label: "**ours**, by weights that were learnt without the page's site",
    load: async () => (await import("./candidates/unseen.ts")).read,
  },
  readability: {
    label: "ours with `extraction: readability`",
    load: async () => (await import("./candidates/readability.ts")).read,
  },
  plain: { label: "linkedom + Readability + Turndown", load: plain },
  jsdom: { label: "jsdom + Readability + Turndown", load: jsdom },
  defuddle: { label: "Defuddle + linkedom", load: defuddle },
  "article-extractor": { label: "@extractus/article-extractor", load: articleExtractor },
  kreuzberg: { label: "@kreuzberg/html-to-markdown-node, aggressive", load: () => kreuzberg(strongest) },
  "kreuzberg-whole": {
    label: "@kreuzberg/html-to-markdown-node, whole page",
    load: () => kreuzberg({ enabled: false }),
  },
  "node-html-markdown": { label: "node-html-markdown, whole page", load: nodeHtmlMarkdown },
} satisfies Readonly<Record<string, { readonly label: string; readonly load: () => Promise<Read> }>>

/** A candidate's name. */
export type Name = keyof typeof candidates

/** Whether a text names a candidate. */
export const isName = (text: string): text is Name => Object.hasOwn(candidates, text)

/** All names. */
export const names: ReadonlyArray<Name> = Object.keys(candidates).filter(isName)

/** The names in an option; ends the process if one is unknown. */
export const named = (list: string): readonly [Name, ...ReadonlyArray<Name>] => {
  const [first, ...others] = list.split(",")
  if (first !== undefined && isName(first) && others.every(isName)) return [first, ...others]
  console.error(`There are the candidates ${names.join(", ")}.`)
  process.exit(2)
}
