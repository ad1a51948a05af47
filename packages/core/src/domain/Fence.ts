/**
 * A fence around a page's content, which marks it as untrusted data for a model. A page can't forge the fence's end,
 * because its mark is a hash of the content that doesn't occur in the content. Equal contents have equal fences.
 */

/** The content in its fence; `url` is its source, if known. */
export const around = (content: string, url?: string): string => {
  const mark = markOf(content)
  const from = url === undefined ? "" : ` url="${url}"`
  return `<${name} id="${mark}"${from}>\n${content}\n</${name} id="${mark}">`
}

// --- private --------------------------------------------------------------------------

const name = "untrusted-page-content"

/** A hash of the content, hashed again while the content contains it: 64 bits in hexadecimal. */
const markOf = (content: string): string => {
  let mark = hash(content)
  while (content.includes(mark)) mark = hash(mark)
  return mark
}

/** FNV-1a with 32 bits, from two offsets (Fowler, Noll, Vo; draft-eastlake-fnv). */
const hash = (text: string): string => fnv(text, 0x811c9dc5) + fnv(text, 0x9e3779b9)

const fnv = (text: string, offset: number): string => {
  let hash = offset
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, "0")
}
