/**
 * The only header fields that a site gets besides those that undici sets, such as Host.
 *
 * A page is stored with the validators of its response. The fields of a conditional request (RFC 9110 section 13) come
 * from them.
 */
import type { PageRow } from "@porthole/core"
import { type Network, Settings, type StoredPage } from "@porthole/core"
import { acceptedCodings } from "./body/ContentEncoding.ts"

/** The fields of a request; `accept` is its Accept header (RFC 9110 section 12.5.1). */
export const fieldsFor = (settings: Settings.SettingsShape, accept: string): Readonly<Record<string, string>> => ({
  "user-agent": Settings.userAgent(settings),
  accept,
  "accept-encoding": acceptedCodings,
})

/** The storage fields of a page's row: the validators of its final URL, and whether it may be stored. */
export const storageFields = (
  headers: Network.DialResponse["headers"],
  url: string,
): Pick<PageRow.PageRow, "validators" | "storable"> => {
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

/** The fields for the URL that sent the validators; no other URL gets them. */
export const conditionalFields = ({
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

/** Whether a response has `no-store` (RFC 9111 section 5.2.2.5). `private` forbids storing only in shared caches. */
const forbidsStoring = (cacheControl: string | undefined): boolean =>
  (cacheControl ?? "").split(",").some((directive) => directive.trim().toLowerCase() === "no-store")
