/**
 * The header fields that a site is sent: these and no other.
 *
 * Among them are those of conditional requests (RFC 9110 section 13): what of a response is kept to ask later whether
 * the page has changed, and the fields that ask it.
 */
import { type Dialer, Settings, type StoredPage } from "@porthole/core"
import * as Body from "./Body.ts"

/** The fields of a request for what `accept` names (RFC 9110 section 12.5.1). */
export const fieldsFor = (settings: Settings.SettingsShape, accept: string): Readonly<Record<string, string>> => ({
  "user-agent": Settings.userAgent(settings),
  accept,
  "accept-encoding": Body.accepted,
})

/** What a page's row says of being kept: the validators that its final URL gave, and whether it may be kept at all. */
export const kept = (
  headers: Dialer.DialResponse["headers"],
  url: string,
): Pick<StoredPage.PageRow, "validators" | "storable"> => {
  const etag = headers["etag"]
  const lastModified = headers["last-modified"]
  return {
    ...(forbidsStoring(headers["cache-control"]) ? { storable: false } : {}),
    ...(etag === undefined && lastModified === undefined
      ? {}
      : {
          validators: {
            url,
            ...(etag === undefined ? {} : { etag }),
            ...(lastModified === undefined ? {} : { last_modified: lastModified }),
          },
        }),
  }
}

/** The fields for the URL that gave the validators; no other URL is sent them. */
export const conditionalOn = ({
  url,
  etag,
  last_modified,
}: StoredPage.Validators): { readonly url: string; readonly headers: Readonly<Record<string, string>> } => ({
  url,
  headers: {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(last_modified === undefined ? {} : { "if-modified-since": last_modified }),
  },
})

// --- private --------------------------------------------------------------------------

/** RFC 9111 section 5.2.2.5. The other directives speak to caches that serve many people. */
const forbidsStoring = (cacheControl: string | undefined): boolean =>
  (cacheControl ?? "").split(",").some((directive) => directive.trim().toLowerCase() === "no-store")
