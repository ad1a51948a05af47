/**
 * Labels of encodings, as the WHATWG Encoding Standard lists them and as people write them, and where a
 * Content-Type has them.
 */
import * as Result from "effect/Result"

/** The name of the encoding that a label means; `undefined` for one that nobody knows or that nothing is decoded by. */
export const encodingOf = (label: string): string | undefined => {
  const written = label
    .replace(/^[\s"']+/, "")
    .slice(0, longest)
    .replace(/[\s"';,].*$/s, "")
    .toLowerCase()
  return known(written) ?? known(usual(written))
}

/** The encoding that a Content-Type names: the first of its charset parameters that is one. */
export const declaredBy = (contentType: string): string | undefined => {
  for (const [, double, single, bare] of contentType.slice(0, 1_024).matchAll(parameter)) {
    const encoding = encodingOf(double ?? single ?? bare ?? "")
    // It makes private characters of bytes, for scripts that read binary data as text.
    if (encoding !== undefined && encoding !== "x-user-defined") return encoding
  }
  return undefined
}

// --- private --------------------------------------------------------------------------

const longest = 40

const parameter = /[;,\s]charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/gi

/** The labels of encodings that the standard replaces (ISO-2022-KR, HZ-GB-2312 and their like) are none to a decoder. */
const known = (label: string): string | undefined =>
  Result.getOrUndefined(Result.try(() => new TextDecoder(label).encoding))

/** The listed spelling of what isn't listed: `utf_8`, `utf-8-sig`, `utf16le`, `win-1251`, `cp_1251`, `shift.jis`, `big5_hkscs`. */
const usual = (label: string): string =>
  label
    .replace(/[_.]/g, "-")
    .replace(/^utf-?8.*$/, "utf-8")
    .replace(/^(?:utf-?16|ucs-?2)-?(le|be)?$/, (_, order?: string) =>
      order === undefined ? "utf-16" : `utf-16${order}`,
    )
    .replace(/^(?:windows|win|cp|ms|ibm)-?(\d{3,4})$/, "windows-$1")
    .replace(/^iso-?8859-?(\d{1,2})(?!\d).*$/, "iso-8859-$1")
    .replace(/^windows-(?:932|31j)$/, "shift_jis")
    .replace(/^windows-936$/, "gbk")
    .replace(/^windows-950$/, "big5")
    .replace(/^shift-?jis.*$/, "shift_jis")
