/**
 * Writes docs/differences.md: what differs on purpose from what people expect, from the section `Differences on purpose`
 * of each decision, whose items have the form `Expected: … Instead: … Because: …`.
 */
import { globSync } from "node:fs"
import { join } from "node:path"
import { publish, read, table } from "./generated.ts"

const root = join(import.meta.dirname, "../..")

interface Decision {
  /** Below `docs/`. */
  readonly file: string
  readonly number: string
  /** The expectation, what happens instead, and the reason. */
  readonly differences: ReadonlyArray<readonly [expected: string, instead: string, because: string]>
}

const item = /^- Expected: (.+?)\. Instead: (.+?)\. Because: (.+)\.$/

const decisionOf = (file: string): Decision => {
  const text = read(`docs/${file}`)
  const [, number] = /^# (\d+)\. /.exec(text) ?? []
  const [, section = ""] = /^## Differences on purpose\n([^]*?)(?:^## |$(?![^]))/m.exec(text) ?? []
  if (number === undefined) throw new Error(`${file} begins with no number.`)
  const lines = section.split("\n").filter((line) => line.trim() !== "")
  return {
    file,
    number,
    differences: lines.map((line) => {
      const [, expected, instead, because] = item.exec(line) ?? []
      if (expected === undefined || instead === undefined || because === undefined)
        throw new Error(`${file}: expected “- Expected: … Instead: … Because: ….” instead of: ${line}`)
      return [expected, instead, because]
    }),
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const rows = globSync("decisions/*.md", { cwd: join(root, "docs") })
  .toSorted()
  .map(decisionOf)
  .flatMap(({ differences, file, number }) =>
    differences.map((parts) => [...parts.map(capital), `[${number}](${file})`]),
  )

publish({
  "docs/differences.md": `# Differences on purpose

This page lists where Porthole differs on purpose from what people expect, with the reason and the decision. \`pnpm docs:pages\` makes it from the
[decisions](decisions/0001-effect-schema.md).

${table(["expected", "Porthole", "because", "decision"], rows)}
`,
})
