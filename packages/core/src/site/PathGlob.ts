/** Patterns of paths: `*` is any part of a segment, `**` any part of a path, `?` one character of a segment. */

/** A pattern that is ready to use. */
export interface PathGlob {
  readonly matches: (path: string) => boolean
  /** The work for each character of a path, in units of `TimeSlice`. */
  readonly units: number
}

/**
 * Reads a pattern. `/guide/**` matches `/guide`, too, and `guide/**` is the same: every path begins with a slash. No
 * pattern takes more time than its length for a character.
 */
export const make = (text: string): PathGlob => {
  const pattern = "/*?".includes(text.charAt(0)) ? text : `/${text}`
  const automaton = compile(pattern)
  const folder = pattern.endsWith("/**") ? pattern.slice(0, -"/**".length) : undefined
  return { matches: (path) => path === folder || accepts(automaton, path), units: automaton.words }
}

// --- private --------------------------------------------------------------------------

/**
 * An automaton with a state before each token of a pattern, and one after the last. It is in many states at the same
 * time, so it never goes back. A set of states is a row of bits, 32 in each word.
 */
interface Automaton {
  readonly words: number
  readonly last: number
  /** The states before a character, by the character. */
  readonly characters: ReadonlyMap<string, Uint32Array>
  /** The states before `?`, before `*` or `**`, and before `**`. */
  readonly one: Uint32Array
  readonly any: Uint32Array
  readonly anyPath: Uint32Array
}

const compile = (pattern: string): Automaton => {
  // Two stars or more are one token, so that no star follows another one.
  const tokens = pattern.match(/\*+|[^*]/g) ?? []
  const words = (tokens.length >>> 5) + 1
  const none = () => new Uint32Array(words)
  const characters = new Map<string, Uint32Array>()
  const [one, any, anyPath] = [none(), none(), none()]
  for (const [state, token] of tokens.entries()) {
    if (token === "?") add(one, state)
    else if (token.startsWith("*")) {
      add(any, state)
      if (token.length > 1) add(anyPath, state)
    } else {
      const before = characters.get(token) ?? none()
      characters.set(token, before)
      add(before, state)
    }
  }
  return { words, last: tokens.length, characters, one, any, anyPath }
}

const accepts = ({ any, anyPath, characters, last, one, words }: Automaton, path: string): boolean => {
  const states = new Uint32Array(words)
  add(states, 0)
  if (has(any, 0)) add(states, 1)
  const never = new Uint32Array(words)
  for (const character of path.split("")) {
    const exact = characters.get(character) ?? never
    const [single, stay] = character === "/" ? [never, anyPath] : [one, any]
    let isAlive = 0
    let moved = 0
    let passed = 0
    for (let word = 0; word < words; word++) {
      const before = states[word] ?? 0
      const move = before & ((exact[word] ?? 0) | (single[word] ?? 0))
      const next = (before & (stay[word] ?? 0)) | (move << 1) | moved
      // A star may be no character at all.
      const pass = next & (any[word] ?? 0)
      states[word] = next | (pass << 1) | passed
      moved = move >>> 31
      passed = pass >>> 31
      isAlive |= states[word] ?? 0
    }
    if (isAlive === 0) return false
  }
  return has(states, last)
}

const add = (states: Uint32Array, state: number): void => {
  states[state >>> 5] = (states[state >>> 5] ?? 0) | (1 << (state & 31))
}

const has = (states: Uint32Array, state: number): boolean => (((states[state >>> 5] ?? 0) >>> (state & 31)) & 1) === 1
