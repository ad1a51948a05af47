/** Writes the reader's rules in docs/reader.md, by their phases, and the rules for better addresses. */
import { AddressRules } from "@porthole/core"
import { rules } from "../../packages/extract/src/rules/index.ts"
import { between, publish, read } from "./generated.ts"

const withoutScheme = (template: string): string => template.replace("https://", "")

const lines = Array.from(
  Map.groupBy(rules, ({ phase }) => phase),
  ([phase, own]) => `\`${phase}\`:\n\n${own.map((rule) => `- \`${rule.name}\`: ${rule.case}`).join("\n")}`,
)

const addresses = AddressRules.builtIn
  .map(({ from, name, source, to, when }) => {
    const pages = from.map((template) => `\`${withoutScheme(template)}\``).join(", ")
    return `- \`${name}\`, ${when}: ${pages} → \`${withoutScheme(to)}\` ([source](${source}))`
  })
  .join("\n")

publish({
  "docs/reader.md": between(read("docs/reader.md"), "rules", lines.join("\n\n")),
  "docs/addresses.md": between(read("docs/addresses.md"), "addresses", addresses),
})
