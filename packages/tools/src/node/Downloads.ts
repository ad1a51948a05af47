/**
 * How documentation that a user adds comes from the web: by the pinned transport for a URL, and as a configured
 * endpoint for the registry of the user's npm configuration. No model or tenant asks for it.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import { PinnedFetch } from "@porthole/backend-fetch"
import { EndpointClient } from "@porthole/provider-kit"
import * as Node from "./node.ts"

/** A file that was downloaded: its final URL, its media type in lower case, and its bytes. */
export interface Downloaded {
  readonly url: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Which files of the web a caller takes. */
export interface Wanted {
  readonly types: ReadonlyArray<string>
  readonly maxBytes: number
}

/** A file of a registry, and the value of its Authorization header. */
export interface RegistryRequest {
  readonly url: string
  readonly authorization?: string | undefined
  readonly maxBytes: number
}

interface Failure {
  readonly message: string
}

/** How much of a site is read: the number of URLs that are visited, and decoded bytes of all together. */
interface Bounds {
  readonly maxPages: number
  readonly maxBytes: number
}

/** The pages of a site as Markdown, as far as they were read. */
export interface Crawled {
  readonly pages: ReadonlyArray<{ readonly url: string; readonly title: string; readonly text: string }>
  /** The number of pages that exist, as far as is known, and couldn't be read. */
  readonly failed: number
  /** The number of URLs that were found, but not visited because of a bound. */
  readonly beyond: number
  /** Sentences about bounds, and about what was left out; empty if there is nothing to say. */
  readonly notes: string
}

/** The ways. */
export interface Downloads {
  readonly web: (url: string, wanted: Wanted) => Effect.Effect<Downloaded, Failure>
  /** The pages below a URL, by a crawl. */
  readonly site: (url: string, bounds: Bounds) => Effect.Effect<Crawled, Failure>
  readonly registry: (
    request: RegistryRequest,
  ) => Effect.Effect<{ readonly status: number; readonly bytes: Uint8Array }, Failure>
}

/** Fetches a URL. */
export const web: Downloads["web"] = (url, wanted) =>
  Effect.scoped(PinnedFetch.file(url, { ...wanted, deadline })).pipe(
    Effect.mapError(({ wire }) => ({ message: `${wire.message ?? wire.error}` })),
    Effect.provide(Layer.merge(Node.resolver, Node.dialer)),
  )

/** Asks a registry. */
export const registry: Downloads["registry"] = ({ authorization, maxBytes, url }) =>
  EndpointClient.execute(
    HttpClientRequest.get(url, authorization === undefined ? {} : { headers: { authorization } }),
    { deadline },
  ).pipe(
    Effect.provideService(EndpointClient.MaxBytes, maxBytes),
    Effect.mapError(({ reason }) => ({ message: sentences[reason] })),
    Effect.provide(Node.httpClient),
  )

// --- private --------------------------------------------------------------------------

/** A file may take longer than a page. */
const deadline = Duration.minutes(2)

const sentences: Readonly<Record<EndpointClient.EndpointError["reason"], string>> = {
  unreachable: "No connection. Check the address and the network.",
  too_large: "The file is too large.",
  malformed: "The answer can't be read.",
  timeout: "No answer in time. Try again later.",
}
