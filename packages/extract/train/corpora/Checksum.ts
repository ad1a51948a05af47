/**
 * The checksum of a corpus: SHA-256 over the names of its files and the checksums of their contents. Pages count
 * unpacked and JSON counts without its white space, so it doesn't matter who packed the files.
 */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join, sep } from "node:path"
import { gunzipSync } from "node:zlib"

/** The files of a corpus, by path. */
export type Files = ReadonlyMap<string, Uint8Array>

/** The checksum of files. */
export const checksumOf = (files: Files): string => combined(Array.from(files, ([path, bytes]) => lineOf(path, bytes)))

/** The checksum of a folder's files; other files than those of a corpus don't count. */
export const checksumOfFolder = (folder: string): string =>
  combined(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /^segments\.json$|^(?:html|expected|ground-truth)[/\\]/.test(path))
      .map((path) => lineOf(path.replaceAll(sep, "/"), readFileSync(join(folder, path)))),
  )

// --- private --------------------------------------------------------------------------

const combined = (lines: ReadonlyArray<string>): string => hashOf(lines.toSorted().join(""))

const lineOf = (path: string, bytes: Uint8Array): string => {
  if (path.endsWith(".gz")) return lineOf(path.slice(0, -".gz".length), gunzipSync(bytes))
  const content = path.endsWith(".json") ? JSON.stringify(JSON.parse(new TextDecoder().decode(bytes))) : bytes
  return `${path} ${hashOf(content)}\n`
}

const hashOf = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex")
