/** Words, as numbers, that most words of a page aren't among: a small table rejects nearly all of these. */
export class WordSet {
  private readonly words: ReadonlySet<number>
  private readonly ends = new Uint8Array(4_096)

  constructor(words: Iterable<number>) {
    this.words = new Set(words)
    for (const word of this.words) this.ends[word & 4_095] = 1
  }

  get size(): number {
    return this.words.size
  }

  has(word: number): boolean {
    return this.ends[word & 4_095] === 1 && this.words.has(word)
  }
}
