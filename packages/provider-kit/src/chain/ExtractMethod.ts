/** The reading of a page in a chain. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Deadline, PageRow, type WebBackend } from "@porthole/core"
import { isOutage } from "./ProviderFault.ts"
import { type ProviderMethod, providerFaults } from "./ProviderMethod.ts"

/** A fetch also goes on after errors that another reader may avoid, and after a site that this reader can't reach. */
export const extractMethod: ProviderMethod<WebBackend.ExtractRequest, unknown, unknown> = {
  name: "extract",
  timeout: ({ fetch_timeout }) => fetch_timeout,
  triesNext: ({ error, reason }) =>
    providerFaults.has(error) ||
    error === "extraction_failed" ||
    reason === "overloaded" ||
    // This reader lacks the requested mode.
    (error === "invalid_request" && reason === "extract") ||
    (error === "http_error" && reason !== undefined && onTheWay.has(reason)),
  // A page that hangs concerns one tenant, and mustn't open a circuit for all others.
  isOutage:
    ({ sharedByTenants }) =>
    (error) =>
      isOutage(error) && !(sharedByTenants && error.error === "timeout"),
  check: (answer, _, { validators }) =>
    validators !== undefined && PageRow.isUnchanged(answer)
      ? Effect.succeed(answer)
      : Effect.flatMap(PageRow.read(answer), (read) =>
          Option.isSome(read) ? Effect.succeed(read.value) : Effect.fail(PageRow.badPageError),
        ),
  timeoutError: Deadline.pageTimeoutError,
  providerNoun: "provider of pages",
}

// --- private --------------------------------------------------------------------------

/** Reasons for which this reader gets nothing from a site, where another one may. */
const onTheWay: ReadonlySet<string> = new Set(["target_unreachable", "proxy_unavailable", "malformed_response"])
