/** Labels of encodings: those of the WHATWG Encoding Standard, common misspellings, and their place in a Content-Type. */
import * as Result from "effect/Result"

/** The name of a label's encoding; `undefined` if the label is unknown or its encoding can't be decoded. */
export const encodingOf = (label: string): string | undefined => {
  const written = label
    .replace(/^[\s"']+/, "")
    .slice(0, longest)
    .replace(/[\s"';,].*$/s, "")
    .toLowerCase()
  return known(written) ?? known(standardLabel(written))
}

/** The encoding of the first charset parameter of a Content-Type that names one. */
export const declaredBy = (contentType: string): string | undefined => {
  for (const [, double, single, bare] of contentType.slice(0, 1_024).matchAll(parameter)) {
    const encoding = encodingOf(double ?? single ?? bare ?? "")
    // x-user-defined maps bytes to private characters, for scripts that read binary data as text.
    if (encoding !== undefined && encoding !== "x-user-defined") return encoding
  }
  return undefined
}

// --- private --------------------------------------------------------------------------

const longest = 40

const parameter = /[;,\s]charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/gi

/** `TextDecoder` rejects labels that the standard replaces (ISO-2022-KR, HZ-GB-2312). */
const known = (label: string): string | undefined =>
  Result.getOrUndefined(Result.try(() => new TextDecoder(label).encoding))

/** The standard's spelling of `utf_8`, `utf-8-sig`, `utf16le`, `win-1251`, `cp_1251`, `shift.jis`, `big5_hkscs`. */
const standardLabel = (label: string): string =>
  label
    .replace(/[_.]/g, "-")
    .replace(/^utf-?8.*$/, "utf-8")
    .replace(/^(?:utf-?16|ucs-?2)-?(le|be)?$/, (_, order?: string) => `utf-16${order ?? ""}`)
    .replace(/^(?:windows|win|cp|ms|ibm)-?(\d{3,4})$/, "windows-$1")
    .replace(/^iso-?8859-?(\d{1,2})(?!\d).*$/, "iso-8859-$1")
    .replace(/^windows-936$/, "gbk")
    .replace(/^windows-950$/, "big5")
    .replace(/^(?:windows-(?:932|31j)|shift-?jis.*)$/, "shift_jis")
