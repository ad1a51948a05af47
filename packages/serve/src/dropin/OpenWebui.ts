/**
 * Open WebUI's external web search and external web loader (https://docs.openwebui.com/features/web-search): a search
 * answers with links, a load with the pages' text. A page that can't be read is left out, because its error would be
 * taken for its text; if no page can be read the first error is the answer.
 */
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { Calls } from "../Calls.ts"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"
import * as WholePages from "./WholePages.ts"

/** Answers `POST /openwebui/search`, `{ query, count }`. */
export const search = (calls: Calls["Service"], fields: Fields.Fields): Effect.Effect<HttpServerResponse> =>
  Effect.match(calls.search({ query: fields["query"], max_results: fields["count"] }), {
    onFailure: Reply.failure,
    onSuccess: ({ hits }) =>
      Reply.json(
        hits.map(({ snippet, title, url }) => ({ link: url, title, snippet })),
        { ignored: Fields.unknownOf(fields, searchFields) },
      ),
  })

/** Answers `POST /openwebui/load`, `{ urls }`. */
export const load = (calls: Calls["Service"], fields: Fields.Fields): Effect.Effect<HttpServerResponse> =>
  Effect.match(calls.fetchPages({ urls: fields["urls"], max_length: WholePages.maxCharacters }), {
    onFailure: Reply.failure,
    onSuccess: ({ pages }) => {
      const read = pages.flatMap((page) => ("error" in page ? [] : [page]))
      const [failed] = pages
      if (read.length === 0 && failed !== undefined && "error" in failed) {
        return Reply.failure(WholePages.errorOf(failed))
      }
      return Reply.json(
        read.map(({ content_md = "", title, url }) => ({ page_content: content_md, metadata: { source: url, title } })),
        { ignored: Fields.unknownOf(fields, loadFields) },
      )
    },
  })

// --- private --------------------------------------------------------------------------

const searchFields: ReadonlySet<string> = new Set(["query", "count"])
const loadFields: ReadonlySet<string> = new Set(["urls"])
