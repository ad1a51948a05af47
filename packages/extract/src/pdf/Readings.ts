/**
 * What the data of a PDF's stream may be: unpacked by each of the filters that may be meant and, of an encrypted file, decrypted in
 * each way that may be. What is noise in all of them is noise to pdf.js, too, unless it knows a key that isn't known here.
 */
import type { Encryption } from "./Encryption.ts"
import { unpack } from "./Filters.ts"
import type { Unpacked } from "./Output.ts"
import type { StreamDictionary } from "./StreamDictionary.ts"

/** What there may be in a stream. */
export interface Readings {
  readonly data: ReadonlyArray<Buffer>
  /** That of the largest: more than was allowed where it was left off. */
  readonly size: number
  /** Whether nobody who doesn't know more than is known here gets anything out of it. */
  readonly isNoise: boolean
}

/** Readings of the data of a stream with this dictionary. */
export const readingsOf = (
  packed: Buffer,
  dictionary: StreamDictionary,
  encryption: Encryption | undefined,
  most: number,
): Readings => {
  if (encryption === undefined) return summed(unpackedOf(packed, dictionary, most), packed, dictionary)
  const decrypted = encryption.isSealed ? undefined : encryption.decrypted(packed, dictionary.objects)
  if ((decrypted === undefined && !dictionary.isTable) || isDecryptedWithin(dictionary)) return noise
  const found = [packed, ...(decrypted ?? [])].flatMap((data) => unpackedOf(data, dictionary, most))
  const sound = found.filter(({ isSound }) => isSound)
  return sound.length === 0 ? noise : summed(sound, packed, dictionary)
}

// --- private --------------------------------------------------------------------------

const noise: Readings = { data: [], size: 0, isNoise: true }

const summed = (unpacked: ReadonlyArray<Unpacked>, packed: Buffer, { row }: StreamDictionary): Readings => {
  const size = unpacked.reduce((most, own) => Math.max(most, own.size), 0)
  return {
    data: unpacked.map(({ data }) => data),
    size: row > packed.length + size ? size + row : size,
    isNoise: false,
  }
}

const unpackedOf = (data: Buffer, dictionary: StreamDictionary, most: number): ReadonlyArray<Unpacked> => {
  const { codesChanges, filters } = dictionary
  return (filters.length === 0 ? [[]] : filters).flatMap((names) =>
    names === undefined
      ? [{ data, size: most + 1, isSound: true }]
      : codesChanges.map((change) => unpack(data, names, change, most)),
  )
}

/** Whether some of what is unpacked is decrypted then, which may be meant by a filter (section 7.4.10) and isn't done. */
const isDecryptedWithin = ({ filters }: StreamDictionary): boolean =>
  filters.some((names) => names !== undefined && names.lastIndexOf("Crypt") > 0)
