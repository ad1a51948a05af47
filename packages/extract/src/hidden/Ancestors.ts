/**
 * The names around an element as a Bloom filter of 256 bits: most selectors ask for an ancestor that isn't there, and the
 * filter tells without a look at each of them.
 */

/** A set of names that may seem to hold more than was put in. */
export type Filter = Uint32Array

/** An empty filter. */
export const nothing: Filter = new Uint32Array(8)

/** A filter with the tag, the id and the classes of an element as well. */
export const withElement = (around: Filter, element: Element): Filter => {
  const filter = around.slice()
  add(filter, element.localName)
  const id = element.getAttribute("id")
  if (id !== null && id !== "") add(filter, `#${id}`)
  const classes = element.getAttribute("class")
  if (classes !== null && classes !== "") for (const name of classes.split(/\s+/)) add(filter, `.${name}`)
  return filter
}

/** A filter of names: ids with `#`, classes with a dot, tags as they are. */
export const filterOf = (names: ReadonlyArray<string>): Filter => {
  const filter = nothing.slice()
  for (const name of names) add(filter, name)
  return filter
}

/** Whether all names of a filter may be in another. */
export const mayHold = (around: Filter, names: Filter): boolean => {
  for (let at = 0; at < 8; at++) {
    const bits = names[at] ?? 0
    if ((bits & (around[at] ?? 0)) >>> 0 !== bits) return false
  }
  return true
}

// --- private --------------------------------------------------------------------------

const add = (filter: Filter, name: string): void => {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01_00_01_93)
  const bit = (hash ^ (hash >>> 15)) & 255
  filter[bit >>> 5] = ((filter[bit >>> 5] ?? 0) | (1 << (bit & 31))) >>> 0
}
