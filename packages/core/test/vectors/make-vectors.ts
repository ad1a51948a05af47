/**
 * Writes `url-vectors.json` beside this file from the classes of the modules here:
 * `node packages/core/test/vectors/make-vectors.ts`. The same classes give the same bytes.
 *
 * The file is ASCII, so that no invisible character hides in it: everything else is escaped.
 */
import { writeFileSync } from "node:fs"
import { badHosts } from "./badHosts.ts"
import { dns } from "./dns.ts"
import { embedded } from "./embedded.ts"
import { ipv4 } from "./ipv4.ts"
import { ipv6 } from "./ipv6.ts"
import { metadata } from "./metadata.ts"
import { names } from "./names.ts"
import { ports } from "./ports.ts"
import { shapes } from "./shapes.ts"
import { verdicts, type Answer, type Target, type Verdict } from "./VectorClass.ts"

const about =
  "URLs, and the DNS answers of their names, with the verdict of the URL, name and address policies. " +
  "Made by make-vectors.ts from the classes beside it; change those, not this file. " +
  "`resolves` is what the name answers; without it the decision falls before DNS."

const classes = [...ipv4, ...ipv6, ...embedded, ...metadata, ...names, ...shapes, ...badHosts, ...ports, ...dns]

/**
 * Vectors in the order of their classes; a class counts its own, and a DNS answer gets a name.
 * What two classes share stands once, and they must agree on it.
 */
const makeVectors = () => {
  const counts = new Map<string, number>()
  const seen = new Map<string, Verdict>()
  let name = 0
  const target = (row: Target | Answer): Target => {
    if ("url" in row) return row
    name += 1
    return { url: `https://v${name}.vectors.test/`, resolves: row.answer }
  }
  return classes.flatMap((group) =>
    group.targets.flatMap((row) => {
      const key = JSON.stringify("url" in row ? [row.url, row.resolves] : row.answer)
      const before = seen.get(key)
      if (before !== undefined && before !== group.verdict) throw new Error(`two verdicts: ${key}`)
      if (before !== undefined) return []
      seen.set(key, group.verdict)
      const count = (counts.get(group.class) ?? 0) + 1
      counts.set(group.class, count)
      return [
        {
          id: `${group.class}-${count}`,
          class: group.class,
          source: group.source,
          ...target(row),
          ...verdicts[group.verdict],
        },
      ]
    }),
  )
}

/** One vector a line. */
const lines = makeVectors().map((vector) => JSON.stringify(vector))
const json = `{\n"about": ${JSON.stringify(about)},\n"vectors": [\n${lines.join(",\n")}\n]\n}\n`

writeFileSync(
  new URL("url-vectors.json", import.meta.url),
  json.replace(/[^\n\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
)
