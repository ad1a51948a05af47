/** The base URL of an HTTP service, without a default. It has no credentials, because errors and logs may name it. */
import * as Schema from "effect/Schema"
import { HttpUrl, Setting } from "@porthole/core"

/** A base URL. */
export const setting = (options: {
  readonly about: string
  readonly variable?: string
}): Setting.Setting<string | undefined, string> =>
  Setting.make({
    ...options,
    schema: Schema.UndefinedOr(Schema.String.check(Schema.makeFilter(isEndpoint))),
    fallback: undefined,
    bounds: "an http or https URL without credentials, query and fragment",
    defaultText: "none",
  })

/** Whether a text is the address of an endpoint. */
export const isEndpoint = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && HttpUrl.isHttp(url) && !/[@?#]/.test(text)
}
