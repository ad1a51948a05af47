/**
 * An element on the way down from the root, with what selectors ask of it and of what it stands in.
 *
 * {@link Names} is a set that may take a name for one of its own that isn't (a Bloom filter of 256 bits): most rules ask for
 * something to stand in that isn't there, and that is told without a look at each ancestor.
 */

/** What has attributes: an element of a tree, or a start tag that goes by. */
export interface Attributed {
  readonly getAttribute: (name: string) => string | null
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
}

/** What a selector may ask of one element. */
export interface Facts<E extends Attributed = Attributed> {
  readonly element: E
  readonly tag: string
  readonly id: string
  readonly classes: ReadonlySet<string>
}

/** An element and where it stands. */
export interface Place<E extends Attributed = Attributed> extends Facts<E> {
  readonly parent: Place<E> | undefined
  /** The names of all that it stands in. */
  readonly around: Names
}

/** A set of tags, ids and classes that may hold more than was put in. */
export type Names = Uint32Array

/** Places an element in its parent; `around` is what {@link namesWithin} says of that. */
export const placeOf = (element: Element, parent: Place<Element> | undefined, around: Names): Place<Element> => ({
  ...factsOf(element, element.localName),
  parent,
  around,
})

/** Places an element of which nobody knows what it stands in. */
export const placeOfTag = (element: Attributed, tag: string): Place => ({
  ...factsOf(element, tag),
  parent: undefined,
  around: nothingAround,
})

/** The names that whatever stands in a place has around it. */
export const namesWithin = ({ around, classes, id, tag }: Place): Names => {
  const names = around.slice()
  add(names, tag)
  if (id !== "") add(names, `#${id}`)
  for (const name of classes) add(names, `.${name}`)
  return names
}

/** A set of these names; ids begin with `#`, classes with a dot. */
export const namesOf = (list: ReadonlyArray<string>): Names => {
  const names = new Uint32Array(words)
  for (const name of list) add(names, name)
  return names
}

/** Whether all of `some` may be among `names`. */
export const hasAll = (names: Names, some: Names): boolean => {
  for (let at = 0; at < words; at++) {
    const asked = some[at] ?? 0
    if ((asked & (names[at] ?? 0)) >>> 0 !== asked) return false
  }
  return true
}

// --- private --------------------------------------------------------------------------

const words = 8

const noClasses: ReadonlySet<string> = new Set()
const nothingAround: Names = new Uint32Array(words)

const factsOf = <E extends Attributed>(element: E, tag: string): Facts<E> => {
  const written = element.getAttribute("class")
  return {
    element,
    tag,
    id: element.getAttribute("id") ?? "",
    classes:
      written === null || written === "" ? noClasses : new Set(written.split(/\s+/).filter((name) => name !== "")),
  }
}

const add = (names: Names, name: string): void => {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01_00_01_93)
  const bit = (hash ^ (hash >>> 15)) & 255
  const at = bit >>> 5
  names[at] = (names[at] ?? 0) | (1 << (bit & 31))
}
