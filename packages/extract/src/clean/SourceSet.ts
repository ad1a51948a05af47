/** The candidates of a `srcset` (HTML standard, section 4.8.4.2.1). */

/**
 * The address of the largest candidate that isn't wider than 1,600 pixels, else of the smallest: models that see scale down
 * what is wider, and an image may only have so many bytes to be fetched. A density counts as so many times
 * the usual width of a column.
 */
export const largest = (set: string): string | undefined => {
  let best: Candidate | undefined
  for (const candidate of candidatesOf(set)) if (best === undefined || isBetter(candidate, best)) best = candidate
  return best?.address
}

// --- private --------------------------------------------------------------------------

interface Candidate {
  readonly address: string
  readonly width: number
}

const widest = 1_600
const usual = 800

const isBetter = ({ width }: Candidate, best: Candidate): boolean =>
  width <= widest ? best.width > widest || width > best.width : width < best.width

/** Addresses may hold commas, so they end at white space, or at a comma before it. */
const candidatesOf = (set: string): ReadonlyArray<Candidate> => {
  const candidates: Array<Candidate> = []
  let address = ""
  for (const token of set.split(/\s+/)) {
    if (address === "") {
      const begun = token.replace(/^,{1,9}/, "")
      if (begun.endsWith(",")) candidates.push({ address: begun.slice(0, -1), width: usual })
      else address = begun
    } else {
      const [, size = "1", unit = "x", rest = ""] = descriptor.exec(token) ?? []
      candidates.push({ address, width: unit === "w" ? Number(size) : Number(size) * usual })
      address = rest
    }
  }
  return address === "" ? candidates : [...candidates, { address, width: usual }]
}

/** A width or a density, and the next address where no space was left before it. */
const descriptor = /^(\d{1,6}(?:\.\d{1,6})?)([wx])(?:,(.*))?$/
