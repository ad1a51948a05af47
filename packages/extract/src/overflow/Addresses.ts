/** The addresses that links of an overflow lead to: each is resolved once, and only so many are. */
import { limits } from "../tree/Limits.ts"
import { targetOf } from "../clean/LinkTargets.ts"

/** Characters of all addresses that are written: a short link becomes a long one where the base is long. */
const mostCharacters = 2_000_000

/** Resolves addresses against one base. */
export class Addresses {
  private readonly known = new Map<string, string | undefined>()
  private readonly left = new Set<string>()
  private readonly base: string
  private characters = 0

  constructor(base: string) {
    this.base = base
  }

  /** Different ones that weren't resolved, because there were too many before them. */
  get unread(): number {
    return this.left.size
  }

  /** What an `href` leads to; `undefined` where nobody can follow it, and for what comes after the limit. */
  of(href: string): string | undefined {
    const isKnown = this.known.has(href)
    if ((!isKnown && this.known.size >= limits.links) || this.characters > mostCharacters) {
      if (!isKnown) this.left.add(href)
      return undefined
    }
    const target = isKnown ? this.known.get(href) : targetOf(href, this.base)
    if (!isKnown) this.known.set(href, target)
    this.characters += target?.length ?? 0
    return target
  }
}
