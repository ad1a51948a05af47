/** The changed lines of a text: those that are gone with `-`, new ones with `+`, and where they are. */

/** Maximum characters of a difference; a longer one is cut. */
export const maxLength = 20_000

/** The difference of two texts, without lines that are equal; empty for equal texts. */
export const of = (before: string, after: string): string => {
  const [old, now] = [before.split("\n"), after.split("\n")]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end++
  const text = hunks(old.slice(start, old.length - end), now.slice(start, now.length - end), start).join("\n")
  return text.length > maxLength ? `${text.slice(0, maxLength)}\n…` : text
}

// --- private --------------------------------------------------------------------------

/** Two texts of more cells count as wholly different. */
const maxCells = 4_000_000

/** The changed parts, by the longest common subsequence of lines. */
const hunks = (old: ReadonlyArray<string>, now: ReadonlyArray<string>, offset: number): ReadonlyArray<string> => {
  const lengths = commonLengths(old, now)
  const width = now.length + 1
  const lines: Array<string> = []
  let isOpen = false
  for (let at = 0, to = 0; at < old.length || to < now.length;) {
    if (at < old.length && to < now.length && old[at] === now[to] && lengths !== undefined) {
      at++
      to++
      isOpen = false
      continue
    }
    if (!isOpen) lines.push(`@@ line ${offset + to + 1} @@`)
    isOpen = true
    const isGone =
      to === now.length ||
      (at < old.length &&
        (lengths === undefined || (lengths[(at + 1) * width + to] ?? 0) >= (lengths[at * width + to + 1] ?? 0)))
    lines.push(isGone ? `-${old[at++]}` : `+${now[to++]}`)
  }
  return lines
}

/** For each pair of lines the length of the longest common subsequence from there on; nothing if there are too many. */
const commonLengths = (old: ReadonlyArray<string>, now: ReadonlyArray<string>): Uint32Array | undefined => {
  const width = now.length + 1
  if ((old.length + 1) * width > maxCells) return undefined
  const lengths = new Uint32Array((old.length + 1) * width)
  for (let at = old.length - 1; at >= 0; at--)
    for (let to = now.length - 1; to >= 0; to--)
      lengths[at * width + to] =
        old[at] === now[to]
          ? (lengths[(at + 1) * width + to + 1] ?? 0) + 1
          : Math.max(lengths[(at + 1) * width + to] ?? 0, lengths[at * width + to + 1] ?? 0)
  return lengths
}
