/**
 * Reads the preferences of a site about the use of its content: `Content-Usage` (draft-ietf-aipref-attach, -vocab) and
 * `Content-Signal`, in a response and in robots.txt. Unknown names are ignored, as the drafts demand.
 */
import type { PageRow } from "@porthole/core"
import { type Network, Usage } from "@porthole/core"

/** The fields' names. */
export const fields = ["content-usage", "content-signal"] as const

/** Maximum characters of a field; a longer one states nothing. */
export const maxLength = 1_024

/** The preferences of one field: a dictionary of names and `y`, `n`, `yes` or `no`. The last of equal names counts. */
export const read = (field: string): Usage.Usage => {
  if (field.length > maxLength) return {}
  const stated = new Map<string, boolean>()
  for (const member of field.split(",")) {
    const [, name = "", value = ""] = /^([^=;]*)=?([^;]*)/.exec(member.trim()) ?? []
    const allowed = values.get(value.trim())
    if (allowed === undefined) stated.delete(name.trim())
    else stated.set(name.trim(), allowed)
  }
  return Object.fromEntries(
    Usage.names.flatMap((name) => {
      const allowed = stated.get(name)
      return allowed === undefined ? [] : [[name, allowed]]
    }),
  )
}

/** The usage of a page's row: the preferences of its response, and those of robots.txt. */
export const rowField = (
  headers: Network.DialResponse["headers"],
  statements: ReadonlyArray<Usage.Usage>,
): Pick<PageRow.PageRow, "usage"> => {
  const ofResponse = fields.flatMap((name) => (headers[name] === undefined ? [] : [read(headers[name])]))
  const usage = Usage.combined([...statements, ...ofResponse])
  return usage === undefined ? {} : { usage }
}

// --- private --------------------------------------------------------------------------

const values: ReadonlyMap<string, boolean> = new Map([
  ["y", true],
  ["yes", true],
  ["n", false],
  ["no", false],
])
