/**
 * The words of class names by which developers say what a part of a page is. `classes.json` has them in groups: in a
 * word `?` makes the character before it optional, and `*` stands for letters. The words name no site.
 */
import groups from "./classes.json" with { type: "json" }

/** The name of a group. */
export type Group = keyof typeof groups

/** The words of a group, separated by spaces. */
export const wordsOf = (group: Group): string => groups[group].words

/**
 * Finds a word of a group in the value of a `class`; it is the first group of the match. Most groups count as a part of
 * a class, between hyphens, and in any case; `edges` and `exact` of the data say otherwise.
 */
export const patternOf = (group: Group): RegExp => patterns.get(group) ?? none

// --- private --------------------------------------------------------------------------

/** What stands before and after a word. */
const edges: Readonly<Record<string, readonly [before: string, after: string]>> = {
  part: ["(?:^|[\\s_-])", "(?:[\\s_-]|$)"],
  /** The last part of a class. */
  last: ["(?:^|[\\s_-])", "(?:\\s|$)"],
  whole: ["(?:^|\\s)", "(?:\\s|$)"],
  /** A part of a class or of a file's path. */
  file: ["(?:^|[\\s_/-])", "(?:[\\s._-]|$)"],
  /** No part of a longer name. */
  apart: ["(?<![a-z])", "(?![a-z_-])"],
  none: ["", ""],
}

/** How a group is written. */
interface Written {
  readonly words: string
  readonly edges?: string
  readonly exact?: boolean
}

const written: ReadonlyArray<readonly [string, Written]> = Object.entries(groups)

const patterns: ReadonlyMap<string, RegExp> = new Map(
  written.map(([name, { edges: around = "part", exact, words }]) => {
    const [before = "", after = ""] = edges[around] ?? []
    const either = words.replaceAll(" ", "|").replaceAll("*", "[a-z]+")
    return [name, new RegExp(`${before}(${either})${after}`, exact === true ? "" : "i")]
  }),
)

const none = /(?!)/
