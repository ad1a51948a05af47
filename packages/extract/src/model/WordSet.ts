/**
 * A set of words, as numbers, that few words of a page are in: a table of the last 12 bits rejects most others without
 * a look into the set.
 */
export class WordSet {
  private readonly words: ReadonlySet<number>
  private readonly ends = new Uint8Array(4_096)
  readonly size: number

  constructor(words: Iterable<number>) {
    this.words = new Set(words)
    this.size = this.words.size
    for (const word of this.words) this.ends[word & 4_095] = 1
  }

  has(word: number): boolean {
    return this.ends[word & 4_095] === 1 && this.words.has(word)
  }
}
