/**
 * Packs Adobe's predefined CMaps, in the binary form that pdf.js reads, into the modules of `src/pdf/cmaps`:
 *
 *   npm pack pdfjs-dist@6.1.200 && tar xzf pdfjs-dist-6.1.200.tgz
 *   node packages/extract/bin/pack-cmaps.ts package/cmaps
 *
 * The version is that of the pdf.js within `unpdf`. `pdfjs-dist` itself is no dependency: it takes 38 MB.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { type Collection, collections, namesOf } from "../src/pdf/CMapNames.ts"

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error("usage: pack-cmaps.ts FOLDER")
  process.exit(2)
}

/** How long each is, in bytes (32 bits, the highest first), then all of them. */
const packed = (collection: Collection): string => {
  const maps = namesOf(collection).map((name) => readFileSync(join(folder, `${name}.bcmap`)))
  const lengths = Buffer.alloc(4 * maps.length)
  for (const [at, map] of maps.entries()) lengths.writeUInt32BE(map.length, 4 * at)
  const data = Buffer.concat([lengths, ...maps])
  return brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).toString("base64")
}

const room = join(import.meta.dirname, "../src/pdf/cmaps")
for (const collection of collections) {
  const text = `/** The CMaps of Adobe-${collection}, as \`bin/pack-cmaps.ts\` packed them: Brotli, in Base64. Their licence stands beside. */
export const packed: string =
  "${packed(collection)}"
`
  writeFileSync(join(room, `${collection}.ts`), text)
}
writeFileSync(join(room, "LICENSE"), readFileSync(join(folder, "LICENSE")))
