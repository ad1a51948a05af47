/**
 * The names of the CMaps that a PDF may use without holding them: ISO 32000-1, section 9.7.5.2, table 118, those of JIS X 0213:2004
 * which Adobe added, and of each collection of characters the one to Unicode (section 9.10.2).
 */

/** Collections of characters by Adobe: simplified and traditional Chinese, Japanese, Korean. */
export const collections = ["GB1", "CNS1", "Japan1", "Korea1"] as const
export type Collection = (typeof collections)[number]

/** The CMaps of a collection. */
export const namesOf = (collection: Collection): ReadonlyArray<string> => [
  ...names[collection].flatMap((name) => (name.endsWith("-") || name === "" ? [`${name}H`, `${name}V`] : [name])),
  `Adobe-${collection}-UCS2`,
]

/** The collection that a CMap is of; `undefined` for one that isn't predefined. */
export const collectionOf = (name: string): Collection | undefined => byName.get(name)

// --- private --------------------------------------------------------------------------

/** Those that end with a hyphen, or are empty, are two: one for each way to write. */
const names: Record<Collection, ReadonlyArray<string>> = {
  GB1: ["GB-EUC-", "GBpc-EUC-", "GBK-EUC-", "GBKp-EUC-", "GBK2K-", "UniGB-UCS2-", "UniGB-UTF16-"],
  CNS1: ["B5pc-", "HKscs-B5-", "ETen-B5-", "ETenms-B5-", "CNS-EUC-", "UniCNS-UCS2-", "UniCNS-UTF16-"],
  Japan1: [
    "83pv-RKSJ-H",
    "90ms-RKSJ-",
    "90msp-RKSJ-",
    "90pv-RKSJ-H",
    "Add-RKSJ-",
    "EUC-",
    "Ext-RKSJ-",
    "",
    "UniJIS-UCS2-",
    "UniJIS-UCS2-HW-",
    "UniJIS-UTF16-",
    "UniJIS2004-UTF16-",
  ],
  Korea1: ["KSC-EUC-", "KSCms-UHC-", "KSCms-UHC-HW-", "KSCpc-EUC-H", "UniKS-UCS2-", "UniKS-UTF16-"],
}

const byName = new Map(
  collections.flatMap((collection) => namesOf(collection).map((name) => [name, collection] as const)),
)
