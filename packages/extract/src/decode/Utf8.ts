/**
 * How nearly bytes are UTF-8. A few that go wrong in a long page don't make it another encoding's; a page of another
 * encoding has hardly a sequence that goes right.
 */

/** What of the bytes outside ASCII is UTF-8: sequences that are characters, and faults. A character cut off at the end is neither. */
export interface Census {
  readonly characters: number
  readonly faults: number
}

/**
 * Counts both, in one pass, as a decoder would make U+FFFD of the faults (WHATWG Encoding Standard, section 8.1.1). The first hundred
 * thousand tell enough: megabytes of faults would take longer to count than to decode.
 */
export const count = (bytes: Uint8Array): Census => {
  let characters = 0
  let faults = 0
  let at = 0
  while (at < bytes.length && characters + faults < most) {
    const lead = bytes[at] ?? 0
    at++
    if (lead < 0x80) continue
    let needed = neededBy(lead)
    if (needed === 0) {
      faults++
      continue
    }
    let lower = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
    let upper = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
    while (needed > 0 && at < bytes.length) {
      const next = bytes[at] ?? 0
      if (next < lower || next > upper) break
      lower = 0x80
      upper = 0xbf
      needed--
      at++
    }
    if (needed === 0) characters++
    else if (at < bytes.length) faults++
  }
  return { characters, faults }
}

// --- private --------------------------------------------------------------------------

const most = 100_000

/** How many bytes follow a first one; none where it is no first one. */
const neededBy = (lead: number): number => {
  if (lead >= 0xc2 && lead <= 0xdf) return 1
  if (lead >= 0xe0 && lead <= 0xef) return 2
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0
}
