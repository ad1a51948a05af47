/**
 * The CMaps that pdf.js asks for: from the codes of a Chinese, Japanese or Korean font to its characters, and from those to
 * Unicode. Without them a document that names them, and embeds no map of its own, has no text.
 */
import { brotliDecompressSync } from "node:zlib"
import { type Collection, collectionOf, namesOf } from "./CMapNames.ts"

/** What pdf.js fetches with (`BinaryDataFactory`), and what came of it. */
export interface PredefinedCMaps {
  readonly Factory: new () => { readonly fetch: (wanted: Wanted) => Promise<Uint8Array> }
  /** Whether a map was asked for that wasn't given, so that text is missing. */
  readonly isMissing: () => boolean
}

interface Wanted {
  readonly kind: string
  /** A name that the document tells, and an extension. */
  readonly filename: string
}

/** For one document. Nothing but predefined CMaps is given: neither fonts nor code, and no CMap if none may be. */
export const predefinedCMaps = (mayBeGiven: boolean): PredefinedCMaps => {
  let missing = false
  return {
    Factory: class {
      fetch({ filename, kind }: Wanted): Promise<Uint8Array> {
        const name = filename.replace(/\.bcmap$/, "")
        const collection = kind === "cMapUrl" ? collectionOf(name) : undefined
        if (collection !== undefined && mayBeGiven) return cmap(collection, name)
        missing ||= kind === "cMapUrl"
        return Promise.reject(new Error("This isn't given."))
      }
    },
    isMissing: () => missing,
  }
}

// --- private --------------------------------------------------------------------------

const packed: Record<Collection, () => Promise<{ readonly packed: string }>> = {
  GB1: () => import("./cmaps/GB1.ts"),
  CNS1: () => import("./cmaps/CNS1.ts"),
  Japan1: () => import("./cmaps/Japan1.ts"),
  Korea1: () => import("./cmaps/Korea1.ts"),
}

const unpacked = new Map<Collection, Promise<Buffer>>()

const dataOf = (collection: Collection): Promise<Buffer> => {
  const known = unpacked.get(collection)
  if (known !== undefined) return known
  const data = packed[collection]().then((module) => brotliDecompressSync(Buffer.from(module.packed, "base64")))
  unpacked.set(collection, data)
  return data
}

/** How long each is stands before all of them. */
const cmap = (collection: Collection, name: string): Promise<Uint8Array> =>
  dataOf(collection).then((data) => {
    const names = namesOf(collection)
    const place = names.indexOf(name)
    const lengths = names.map((_, at) => data.readUInt32BE(4 * at))
    const start = lengths.slice(0, place).reduce((sum, length) => sum + length, 4 * names.length)
    return new Uint8Array(data.subarray(start, start + (lengths[place] ?? 0)))
  })
