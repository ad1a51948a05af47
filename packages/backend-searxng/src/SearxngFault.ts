/** The faults of a search that an instance refused. */
import { Arguments, type WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

/** If an operator can fix it, the sentence names the setting to change. */
export const faultOf: Provider.ReadFault = ({ json, status }) => {
  if (status === 400)
    return (
      invalidParameter(json) ?? {
        fault: "unreachable",
        message: "SearXNG refused the search as malformed. Try a simpler query.",
      }
    )
  return refusals.get(status)
}

// --- private --------------------------------------------------------------------------

const refusals: ReadonlyMap<number, Provider.Refused> = new Map([
  [
    401,
    { fault: "unreachable", message: "SearXNG requires credentials. Put the user name and password into SEARXNG_URL." },
  ],
  [
    403,
    {
      fault: "unreachable",
      message: "SearXNG refused to answer in JSON. Add json to search.formats in its settings.yml.",
    },
  ],
  [
    404,
    {
      fault: "unreachable",
      message: "SEARXNG_URL has no search endpoint. Include SearXNG's path prefix, if it has one.",
    },
  ],
  [
    429,
    {
      fault: "rate_limited",
      message:
        "SearXNG's limiter refused the search. Allow this client in its limiter.toml, " +
        "or set server.limiter to false in its settings.yml.",
    },
  ],
])

/** Our parameter for each of SearXNG's. */
const parameters: ReadonlyMap<string, string> = new Map([
  ["q", "query"],
  ["query", "query"],
  ["pageno", "page"],
  ["language", "language"],
  ["lang", "language"],
  ["time_range", "time_range"],
  ["categories", "category"],
  ["category", "category"],
  ["safesearch", "safesearch"],
])

const invalidParameter = (json: unknown): WebError.WebError | undefined => {
  const field = parameters.get(refusedParameter(json) ?? "")
  return field === undefined ? undefined : Arguments.invalid(field, `${field}: SearXNG doesn't accept this value.`)
}

/**
 * The parameter that a 400 rejects, in SearXNG's name for it. The field `error` is `No query`, `Empty <p> parameter` or
 * `Invalid value <v> for parameter <p>` (`SearxParameterException` in `searx/exceptions.py`; searx quotes the value,
 * SearXNG doesn't).
 */
const refusedParameter = (json: unknown): string | undefined => {
  const errorText = Provider.Json.text(json, "error")?.trim() ?? ""
  return errorText === "No query" ? "q" : (invalidValue.exec(errorText)?.[1] ?? emptyValue.exec(errorText)?.[1])
}

// Anchored at the end, because the value is the caller's text and could contain these words too.
const invalidValue = /^Invalid value .* for parameter "?([a-z_]+)"?$/s
const emptyValue = /^Empty ([a-z_]+) parameter$/
