/** Writes the list of the reader's rules in docs/reader.md, by their phases. */
import { rules } from "../../packages/extract/src/rules/index.ts"
import { between, publish, read } from "./generated.ts"

const lines = Array.from(
  Map.groupBy(rules, ({ phase }) => phase),
  ([phase, own]) => `\`${phase}\`:\n\n${own.map((rule) => `- \`${rule.name}\`: ${rule.case}`).join("\n")}`,
)

publish({ "docs/reader.md": between(read("docs/reader.md"), "rules", lines.join("\n\n")) })
