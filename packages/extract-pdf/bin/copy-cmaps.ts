/**
 * Copies the predefined CMaps, in the binary form of pdf.js, to `assets/cmaps`:
 *
 *   npm pack pdfjs-dist@6.1.200 && tar xzf pdfjs-dist-6.1.200.tgz
 *   node packages/extract-pdf/bin/copy-cmaps.ts package/cmaps
 *
 * The version is that of the pdf.js in `unpdf`. `pdfjs-dist` itself is no dependency, because it takes 38 MB.
 */
import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error("usage: copy-cmaps.ts FOLDER")
  process.exit(2)
}

/**
 * ISO 32000-1, section 9.7.5.2, table 118, and Adobe's additions for JIS X 0213:2004. A name that ends with `-` stands
 * for two: H and V.
 */
const names = [
  "GB-EUC-",
  "GBpc-EUC-",
  "GBK-EUC-",
  "GBKp-EUC-",
  "GBK2K-",
  "UniGB-UCS2-",
  "UniGB-UTF16-",
  "B5pc-",
  "HKscs-B5-",
  "ETen-B5-",
  "ETenms-B5-",
  "CNS-EUC-",
  "UniCNS-UCS2-",
  "UniCNS-UTF16-",
  "83pv-RKSJ-H",
  "90ms-RKSJ-",
  "90msp-RKSJ-",
  "90pv-RKSJ-H",
  "Add-RKSJ-",
  "EUC-",
  "Ext-RKSJ-",
  "H",
  "V",
  "UniJIS-UCS2-",
  "UniJIS-UCS2-HW-",
  "UniJIS-UTF16-",
  "UniJIS2004-UTF16-",
  "KSC-EUC-",
  "KSCms-UHC-",
  "KSCms-UHC-HW-",
  "KSCpc-EUC-H",
  "UniKS-UCS2-",
  "UniKS-UTF16-",
  // From each character collection to Unicode (section 9.10.2).
  ...["GB1", "CNS1", "Japan1", "Korea1"].map((collection) => `Adobe-${collection}-UCS2`),
].flatMap((name) => (name.endsWith("-") ? [`${name}H`, `${name}V`] : [name]))

const assets = join(import.meta.dirname, "../assets/cmaps")
mkdirSync(assets, { recursive: true })
for (const file of ["LICENSE", ...names.map((name) => `${name}.bcmap`)])
  copyFileSync(join(folder, file), join(assets, file))
