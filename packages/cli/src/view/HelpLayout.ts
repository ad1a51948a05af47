/**
 * Help laid out for a terminal: descriptions within the width, below their flag where there is no room beside it, and
 * broken between words. Commands to copy stay whole.
 */
import { stripVTControlCharacters } from "node:util"
import * as Width from "./Width.ts"

/** Lays out help whose rows have their label and its description in two columns. */
export const of = (width: number, help: string): string => {
  let isExample = false
  return help
    .split("\n")
    .map((line) => {
      const visible = stripVTControlCharacters(line)
      if (/^\S/.test(visible)) isExample = visible === "EXAMPLES"
      const isCommand = isExample && !visible.startsWith("  #")
      return isCommand || Width.of(line) <= width ? line : wrapped(width, line)
    })
    .join("\n")
}

// --- private --------------------------------------------------------------------------

/** Columns before a description that stands below its label. */
const belowIndent = " ".repeat(6)

/** Least columns for a description beside its label. */
const leastBeside = 30

const wrapped = (width: number, line: string): string => {
  const rest = line.trimStart()
  const indent = line.slice(0, line.length - rest.length)
  const gap = rest.indexOf("  ")
  if (gap === -1) return Width.wrap(rest, width, indent)
  const description = rest.slice(gap).trimStart()
  const label = line.slice(0, line.length - description.length)
  const beside = " ".repeat(Width.of(label))
  return width - beside.length >= leastBeside
    ? Width.wrap(description, width, label, beside)
    : `${indent}${rest.slice(0, gap)}\n${Width.wrap(description, width, belowIndent)}`
}
