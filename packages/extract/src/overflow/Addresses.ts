/** The addresses that links of an overflow lead to: each is resolved once, and only so many are. */
import { limits } from "../budget/Limits.ts"
import { targetOf } from "../clean/LinkTargets.ts"

/** Resolves addresses against one base. */
export class Addresses {
  private readonly known = new Map<string, string | undefined>()
  private readonly left = new Set<string>()
  private readonly base: string

  constructor(base: string) {
    this.base = base
  }

  /** Different ones that weren't resolved, because there were too many before them. */
  get unread(): number {
    return this.left.size
  }

  /** What an `href` leads to; `undefined` where nobody can follow it, and for what comes after the limit. */
  of(href: string): string | undefined {
    const known = this.known.get(href)
    if (known !== undefined || this.known.has(href)) return known
    if (this.known.size >= limits.links) {
      this.left.add(href)
      return undefined
    }
    const target = targetOf(href, this.base)
    this.known.set(href, target)
    return target
  }
}
