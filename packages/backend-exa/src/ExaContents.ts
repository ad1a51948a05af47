/**
 * What Exa says of a page: its text, or in `statuses` why there is none, which is a success of HTTP. The tags
 * are open; a URL in neither list couldn't be read.
 */
import type { Page, WebError } from "@porthole/core"
import * as Provider from "@porthole/core/provider"

/** The page, or why there is none; `undefined` where it is no answer of Exa's. */
export const rowOf = (
  identity: Provider.Identity,
  json: unknown,
  url: string,
): Page.PageRow | WebError.WebError | undefined => {
  const results = Provider.Json.list(json, "results")
  if (results === undefined) return undefined
  const content = Provider.Json.text(results, "0.text")
  if (content === undefined) return whyNot(identity, Provider.Json.at(json, "statuses.0.error"))
  return {
    title: Provider.Json.text(results, "0.title") ?? Provider.titleOf(content) ?? "",
    url: Provider.Json.text(results, "0.url") ?? url,
    content,
    links: Provider.linksOf(content),
    status_code: 200,
  }
}

/** A refusal of this page, where the status would blame the request. */
export const faultOf = (identity: Provider.Identity, { json, status }: Provider.Reply): WebError.WebError | undefined =>
  status === 400 && unreadable.has(Provider.Json.text(json, "tag") ?? "") ? Provider.unread(identity) : undefined

// --- private --------------------------------------------------------------------------

const unreadable: ReadonlySet<string> = new Set(["INVALID_URLS", "NO_CONTENT_FOUND"])

/** Exa gives each tag a status, and only that of a page that isn't there is the site's own for sure. */
const whyNot = (identity: Provider.Identity, error: unknown): WebError.WebError => {
  const tag = Provider.Json.text(error, "tag") ?? ""
  if (tag === "CRAWL_NOT_FOUND") return Provider.refusedBySite(Provider.Json.number(error, "httpStatusCode") ?? 404)
  return tag.endsWith("_TIMEOUT") ? Provider.tookTooLong : Provider.unread(identity)
}
