/**
 * The files of a `.tar.gz` of a repository, in memory: nothing of it is written. Names come from the header, or from the
 * extended header before it (POSIX pax) if they are long. An archive that is damaged throws.
 */
import { gunzipSync } from "node:zlib"
import type { Files } from "./Checksum.ts"

/** The wanted files of an archive, by their path in the repository; the first folder is the archive's own. */
export const filesIn = (archive: Uint8Array, isWanted: (path: string) => boolean, maxBytes = 1_000_000_000): Files => {
  const tar = gunzipSync(archive, { maxOutputLength: maxBytes })
  const files = new Map<string, Uint8Array>()
  let longName: string | undefined
  for (let at = 0; at + block <= tar.length;) {
    const header = tar.subarray(at, at + block)
    const size = sizeIn(header)
    const content = tar.subarray(at + block, at + block + size)
    const kind = textIn(header, 156, 1)
    at += block + Math.ceil(size / block) * block
    if (kind === "x") longName = /^\d+ path=(.*)$/m.exec(new TextDecoder().decode(content))?.[1]
    else {
      const path = (longName ?? nameIn(header)).replace(/^[^/]*\//, "")
      if (kind === "0" && isWanted(path)) files.set(path, content)
      if (kind !== "g") longName = undefined
    }
  }
  return files
}

// --- private --------------------------------------------------------------------------

/** Headers and contents begin at multiples of this. */
const block = 512

const textIn = (header: Uint8Array, from: number, length: number): string => {
  const field = header.subarray(from, from + length)
  const end = field.indexOf(0)
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end))
}

const nameIn = (header: Uint8Array): string => {
  const prefix = textIn(header, 345, 155)
  return (prefix === "" ? "" : `${prefix}/`) + textIn(header, 0, 100)
}

/** A size is in octal digits; the blocks of zeros at the end have none. */
const sizeIn = (header: Uint8Array): number => {
  const digits = textIn(header, 124, 12).trim()
  if (!/^[0-7]{0,11}$/.test(digits)) throw new Error("The archive has a header without a size.")
  return digits === "" ? 0 : Number.parseInt(digits, 8)
}
