/**
 * A fence around texts of others, which marks them as untrusted data for a model. They can't forge the fence's end,
 * because its mark is a hash of them that doesn't occur in them. Equal contents have equal fences.
 *
 * The tags hold nothing but the mark, not even a URL: a site chooses where it redirects to.
 */

/** The content in its fence. */
export const around = (content: string): string => {
  const mark = markOf(content)
  return `<${name} id="${mark}">\n${content}\n</${name} id="${mark}">`
}

// --- private --------------------------------------------------------------------------

const name = "untrusted-page-content"

/**
 * A hash of the content, hashed again while the content contains it: 64 bits in hexadecimal. Each hash depends on the
 * whole content, so a page can't hold a long chain of them.
 */
const markOf = (content: string): string => {
  let mark = hash(content)
  while (content.includes(mark)) mark = hash(mark + content)
  return mark
}

/**
 * FNV-1a with 32 bits, from two offsets (Fowler, Noll, Vo; draft-eastlake-fnv). It runs in one step: an answer has at
 * most 1,000,000 characters of pages.
 */
const hash = (text: string): string => {
  let [one, other] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, prime)
    other = Math.imul(other ^ unit, prime)
  }
  return hexOf(one) + hexOf(other)
}

const prime = 0x01000193

const hexOf = (hash: number): string => (hash >>> 0).toString(16).padStart(8, "0")
