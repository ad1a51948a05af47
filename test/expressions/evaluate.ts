/** Loads the modules given as arguments, and prints every regular expression that code in `packages` constructs. */
import { join } from "node:path"
import type { Expression } from "./Sources.ts"

const found: Array<Expression> = []

const noted = (made: RegExp): RegExp => {
  const frames = new Error("a place").stack?.split("\n").slice(1) ?? []
  const place = frames.map((frame) => /(packages\/[\w-]+\/src\/[^:]+\.ts:\d+):\d+/.exec(frame)?.[1]).find(Boolean)
  if (place !== undefined) found.push({ source: made.source, flags: made.flags, place })
  return made
}

globalThis.RegExp = new Proxy(RegExp, {
  apply: (target, _, args: [pattern: string, flags?: string]) => noted(target(...args)),
  construct: (target, args: [pattern: string, flags?: string]) => noted(new target(...args)),
})

for (const file of process.argv.slice(2)) await import(join(process.cwd(), file))

process.stdout.write(JSON.stringify(found), () => process.exit())
