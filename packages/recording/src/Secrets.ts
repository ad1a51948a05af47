/**
 * Which names are those of secrets, and texts without secrets. A name is read by its words, so that `author`,
 * `keywords` and `max_tokens` aren't secrets, and `apiKey`, `x-auth` and `access_token` are.
 */

/** Whether a parameter, or a field of a body, is named like a secret. */
export const isSecretName = (name: string): boolean => {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "")
  const [last = "", before = ""] = words.toReversed()
  if (words.some((word) => always.test(word))) return true
  return !places.has(before) && (atEnd.has(last) || joined.test(last))
}

/** A text without secrets, in the spellings of JSON, of URLs and of base64. Latin-1 stands for bytes. */
export const without = (text: string, secrets: ReadonlyArray<string>, encoding: "latin1" | "utf8" = "utf8"): string => {
  let clean = text
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) {
    const spellings = [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString("base64"),
    ]
    for (const spelling of spellings) {
      const bytes = encoding === "latin1" ? Buffer.from(spelling).toString("latin1") : spelling
      clean = clean.replaceAll(bytes, "removed")
    }
  }
  return clean
}

// --- private --------------------------------------------------------------------------

/** Words that name a secret wherever they stand in a name. */
const always = /^(?:credentials?|passphrase|passw(?:or)?d|pwd|secrets?)$/

/** Words that name a secret at the end of a name. */
const atEnd: ReadonlySet<string> = new Set([
  "auth",
  "authentication",
  "authorization",
  "bearer",
  "cookie",
  "cookies",
  "jwt",
  "key",
  "pass",
  "passcode",
  "sig",
  "signature",
  "token",
])

/** Names of secrets without a mark between their words. */
const joined =
  /^(?:access|api|app|auth|client|id|license|private|refresh|secret|session|subscription|user)(?:keys?|tokens?|secret)$/

/** Words before `token` and `key` that make it a place in a list. */
const places: ReadonlySet<string> = new Set(["continuation", "cursor", "next", "page", "previous", "sort"])
