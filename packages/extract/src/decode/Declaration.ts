/** The encoding that a document declares, by the labels of the WHATWG Encoding Standard. Unknown ones are ignored. */
import * as Result from "effect/Result"

/** The first known encoding among the charset parameters of a Content-Type. */
export const inContentType = (contentType: string): string | undefined =>
  Array.from(contentType.slice(0, 1_024).matchAll(parameter), ([, double, single, bare]) =>
    encodingOf(double ?? single ?? bare ?? ""),
  ).find((encoding) => encoding !== undefined)

/** The name of a label's encoding; `undefined` if the label is unknown or its encoding can't be decoded. */
export const encodingOf = (label: string): string | undefined => {
  const [, written = ""] = /^[\s"']*([^\s"';,]{0,40})/.exec(label) ?? []
  // `TextDecoder` rejects labels that the standard replaces (ISO-2022-KR, HZ-GB-2312). x-user-defined exists for
  // `XMLHttpRequest` only.
  const known = Result.getOrUndefined(Result.try(() => new TextDecoder(written).encoding))
  return known === "x-user-defined" ? undefined : known
}

// --- private --------------------------------------------------------------------------

const parameter = /[;,\s]charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/gi
