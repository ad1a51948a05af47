/** The document at the end of a redirect chain, fetched with at most one second try. */
import * as Effect from "effect/Effect"
import type { MediaType, Network, WebBackend, WebError, WebUrl } from "@porthole/core"
import * as Body from "../body/Body.ts"
import * as ContentType from "../body/ContentType.ts"
import * as Decoder from "../body/Decoder.ts"
import { CookieJar } from "../chain/CookieJar.ts"
import type { RedirectChain } from "../chain/RedirectChain.ts"
import * as Retry from "../chain/Retry.ts"
import * as RequestHeaders from "../RequestHeaders.ts"
import type * as RequestSigner from "../sign/RequestSigner.ts"
import type { SiteRules } from "../site/SiteRules.ts"
import * as WallResponse from "./WallResponse.ts"

/** A fetched document. */
export interface FetchedDocument {
  readonly response: Network.DialResponse
  readonly url: WebUrl.WebUrl
  /** The URLs of its chain, its own the last of them. */
  readonly visited: ReadonlyArray<string>
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** The parts that fetch every document. */
export interface Dependencies {
  readonly followRedirects: RedirectChain
  readonly formats: ReadonlyArray<MediaType.Format>
  readonly headers: Readonly<Record<string, string>>
  readonly limits: Body.Limits
  readonly readRefusal: WallResponse.ReadRefusal
  readonly siteRules: SiteRules | undefined
}

/** The jar of the chain: the second try begins with a new one, the chain behind a document goes on with the same. */
export interface Jars {
  current: CookieJar
}

/** A new jar. */
export const newJars = (): Jars => ({ current: new CookieJar() })

/** A chain of one fetch; `before` are the URLs that led to a document which leads on. */
export interface Leg {
  readonly target: WebUrl.Target
  readonly policy: WebUrl.UrlPolicy
  readonly jars: Jars
  readonly before?: ReadonlyArray<string>
}

/** The limits of documents in these formats. */
export const limitsOf = (maxBytes: number, formats: ReadonlyArray<MediaType.Format>): Body.Limits => ({
  accepts: (source) => ContentType.mayBeRead(source, formats),
  unsupported: ContentType.unsupported,
  beginningOf: (source) => ContentType.beginningOf(source, formats),
  maxBytes,
  tooLarge: Decoder.tooLarge,
})

/** Fetches a document; `undefined` if it hasn't changed since the request's validators. */
export const fetch = (
  { followRedirects, formats, headers, limits, readRefusal, siteRules }: Dependencies,
  { validators }: WebBackend.ExtractRequest,
  { jars, ...leg }: Leg,
): Effect.Effect<FetchedDocument | undefined, WebError.WebError> => {
  const read = (
    response: Network.DialResponse,
    url: WebUrl.WebUrl,
    visited: ReadonlyArray<string>,
  ): Effect.Effect<FetchedDocument | undefined, Retry.FailedAttempt> => {
    if (response.status === 304 && validators?.url === url) return Effect.undefined
    const body = Effect.catch(Body.read(response, url, limits), (failure) =>
      Effect.flip(WallResponse.inspect(failure, response, url)),
    )
    return Effect.flatMap(body, (bytes) => {
      const contentType = ContentType.sniffedType({ headers: response.headers, url }, bytes, formats)
      return contentType === undefined
        ? unsupported(response, url)
        : Effect.succeed({ response, url, visited, contentType, bytes })
    })
  }
  const attempt = (signing?: RequestSigner.Wanted) =>
    Effect.suspend(() => {
      if (leg.before === undefined) jars.current = new CookieJar()
      return followRedirects({
        ...leg,
        headers,
        read,
        jar: jars.current,
        ...(validators === undefined ? {} : { conditional: RequestHeaders.conditionalFields(validators) }),
        ...(siteRules === undefined ? {} : { mayVisit: siteRules }),
        ...(signing === undefined ? {} : { signing }),
      })
    })
  return Retry.withSecondTry(attempt(), attempt, (failure) => WallResponse.named(failure, readRefusal))
}

// --- private --------------------------------------------------------------------------

const unsupported = ({ headers }: Network.DialResponse, url: string) =>
  Effect.fail(Retry.final(ContentType.unsupported({ headers, url })))
