/**
 * Firecrawl's `/map`, versions 1 and 2 (https://docs.firecrawl.dev/api-reference/endpoint/map): the URLs of a site,
 * from its own lists and its links. Options that choose between these two are refused with 400.
 */
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { Calls } from "../Calls.ts"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"
import * as Firecrawl from "./Firecrawl.ts"

/** Answers `POST /v1/map`, whose links are URLs, and `POST /v2/map`, whose links have titles. */
export const map = (
  calls: Calls["Service"],
  fields: Fields.Fields,
  version: Firecrawl.Version,
): Effect.Effect<HttpServerResponse> => {
  const refused = Array.from(served).find(([name, value]) => !isUnset(fields[name]) && fields[name] !== value)?.[0]
  const found =
    refused === undefined
      ? calls.map(requestOf(fields), { subdomains: fields["includeSubdomains"] === true })
      : Firecrawl.unsupported(refused, `${refused} supports only ${served.get(refused)}. Leave it out.`)
  return Effect.match(found, {
    onFailure: Firecrawl.failure,
    onSuccess: ({ message, urls }) =>
      Reply.json(
        {
          success: true,
          links: version === 1 ? urls.map(({ url }) => url) : urls.map(({ title, url }) => ({ url, title })),
          ...(message === undefined ? {} : { warning: message }),
        },
        { ignored: Fields.unknownOf(fields, knownFields) },
      ),
  })
}

// --- private --------------------------------------------------------------------------

/** Options that have one value here; Firecrawl's default for each is the same. */
const served: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["sitemap", "include"],
  ["ignoreSitemap", false],
  ["sitemapOnly", false],
])

const isUnset = (value: unknown): boolean => value === undefined || value === null

const knownFields: ReadonlySet<string> = new Set([
  ...served.keys(),
  "url",
  "search",
  "limit",
  "includeSubdomains",
  "timeout",
  "origin",
  "integration",
])

/** Firecrawl lists 5,000 URLs by default. */
const requestOf = ({ limit, search, timeout, url }: Fields.Fields): object => ({
  url,
  query: isUnset(search) ? undefined : search,
  max_results: limit ?? 5_000,
  max_time: Fields.secondsOf(timeout, 1_000),
})
