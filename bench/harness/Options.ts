/** The options of a measure on its command line: `--name value` for each default, `--name` alone for a false one. */
import { parseArgs } from "node:util"

type Value = string | number | boolean

/** The options by their names; an absent text is empty. */
export type Options<Defaults extends Readonly<Record<string, Value>>> = {
  readonly [Name in keyof Defaults]: Defaults[Name] extends boolean
    ? boolean
    : Defaults[Name] extends number
      ? number
      : string
}

/** Reads the options; ends the process with the usage if a required one is absent. */
export const read = <Defaults extends Readonly<Record<string, Value>>>(
  defaults: Defaults,
  ...required: ReadonlyArray<keyof Defaults & string>
): Options<Defaults> => {
  const entries = Object.entries(defaults)
  const options = entries.map(
    ([name, value]) => [name, { type: typeof value === "boolean" ? "boolean" : "string" }] as const,
  )
  const given = parseArgs({ options: Object.fromEntries(options), allowPositionals: true }).values
  if (required.some((name) => given[name] === undefined)) {
    const usage = entries.map(([name, value]) => `[--${name}${value === false ? "" : ` ${value}`}]`).join(" ")
    console.error(`--${required.join(", --")} is required. Options: ${usage}`)
    process.exit(2)
  }
  const read = entries.map(([name, value]) => {
    const text = given[name] ?? value
    return [name, typeof value === "number" ? Number(text) : text] as const
  })
  // The names and kinds are those of the defaults.
  return Object.fromEntries(read) as Options<Defaults>
}

/** The parts of a list in an option: `a,b`. */
export const listOf = (text: string): ReadonlyArray<string> => text.split(",").filter((part) => part !== "")
