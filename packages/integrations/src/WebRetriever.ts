/** Searches the web and returns the relevant parts of the first hits' pages as LangChain documents. */
import { Document } from "@langchain/core/documents"
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers"
import type { RunnableConfig } from "@langchain/core/runnables"
import { type PromiseTools, toText } from "@porthole/tools"

type Search = PromiseTools["webSearchAndFetch"]

/** The options of a retriever. */
export interface WebRetrieverOptions extends BaseRetrieverInput {
  /** The result of `createWebTools`. */
  readonly web: { readonly webSearchAndFetch: Search }
  /** Further arguments of each search: `max_results` (documents, 1–10, default 3), `max_length`, filters. */
  readonly search?: Omit<Parameters<Search>[0], "query"> | undefined
}

/** The metadata of a document. */
export interface WebMetadata {
  /** The page's URL, after redirects. */
  readonly source: string
  /** The title of the page, or of the hit. */
  readonly title: string
  /** Why the page couldn't be read. Its document then contains the hit's snippet. */
  readonly error?: string
}

/**
 * One document per page, in the order of the hits: the passages that answer the query. No hits give no documents; a
 * failed search rejects, because no model would read its error. Texts of pages are untrusted data: say so in the
 * prompt.
 */
export class WebRetriever extends BaseRetriever<WebMetadata> {
  override lc_namespace = ["porthole", "retrievers"]
  private readonly options: WebRetrieverOptions
  private readonly signal: AbortSignal | undefined

  static override lc_name(): string {
    return "WebRetriever"
  }

  constructor(options: WebRetrieverOptions) {
    super(options)
    this.options = options
    this.signal = undefined
  }

  /**
   * The base class doesn't pass on the run's signal, so a copy of this retriever that has the signal retrieves the
   * documents.
   */
  override invoke(query: string, config?: Partial<RunnableConfig>): Promise<Array<Document<WebMetadata>>> {
    return super.invoke.call(Object.create(this, { signal: { value: config?.signal } }), query, config)
  }

  override _getRelevantDocuments(query: string): Promise<Array<Document<WebMetadata>>> {
    const { search, web } = this.options
    return web.webSearchAndFetch({ ...search, query }, { signal: this.signal }).then((answer) => {
      if ("error" in answer) throw new Error(toText(answer), { cause: answer })
      const { hits, pages } = answer
      return pages.map((page, at) =>
        "error" in page
          ? new Document({
              id: page.url,
              pageContent: hits[at]?.snippet ?? "",
              metadata: { source: page.url, title: hits[at]?.title ?? "", error: toText(page) },
            })
          : new Document({
              id: page.url,
              pageContent: page.content_md ?? "",
              metadata: { source: page.url, title: page.title },
            }),
      )
    })
  }
}
