/**
 * What is kept of a script: data that stages read (JSON-LD, TeX), and the beginning of the others, by
 * which obstacles are recognised. No script is ever run.
 */
import { type Attribute, valueOf } from "./Attributes.ts"
import { limits } from "./Limits.ts"

/** A script element as it is kept: of the head, or where it stands. */
export interface KeptScript {
  readonly type: string
  readonly src?: string
  readonly text: string
  readonly isInPlace: boolean
}

/** Chooses what is kept of one document's scripts. */
export class Scripts {
  private executable = 0

  keptOf(attributes: ReadonlyArray<Attribute>, content: string): ReadonlyArray<KeptScript> {
    const type = valueOf(attributes, "type")?.trim().toLowerCase() ?? ""
    const kept: Array<KeptScript> = []
    if (executable.test(type) && ++this.executable <= limits.scripts) {
      const src = (valueOf(attributes, "src") ?? "").slice(0, limits.address)
      kept.push({ type: "", src, text: content.slice(0, limits.script), isInPlace: false })
    }
    if (/^application\/ld\+json\b/.test(type) && content.length <= limits.data)
      kept.push({ type: "application/ld+json", text: content, isInPlace: false })
    if (/^math\/tex(?:\s*;\s*mode=display)?$/.test(type) && content.length <= limits.formula)
      kept.push({ type, text: content, isInPlace: true })
    return kept
  }
}

// --- private --------------------------------------------------------------------------

/** Types of scripts that a browser runs (HTML standard, section 4.12.1). */
const executable = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/
