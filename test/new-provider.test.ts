/** `pnpm new:provider` makes a provider whose test passes (`new-provider.long.test.ts`), and a registry that loads it. */
import { assert, describe, it } from "vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "rolldown/parseAst"
import * as NewProvider from "../packages/providers/bin/NewProvider.ts"

const root = join(import.meta.dirname, "..")
const read = (file: string): string => readFileSync(join(root, file), "utf8")

describe("a new provider", () => {
  it("and its test are TypeScript", () => {
    const source = NewProvider.sourceOf(read("examples/src/acme-search.ts"), "kelp", "Kelp")
    for (const code of [source, NewProvider.testOf("kelp", "Kelp")]) parseAst(code, { lang: "ts" })
    assert.include(source, "export const kelp")
  })

  it("is a line of the registry, the last", () => {
    const registry = read("packages/tools/src/providers/Providers.ts")
    const line = `  kelp: () => import("@porthole/providers/kelp").then(({ kelp }) => kelp),\n`
    const made = NewProvider.registered(registry, "kelp") ?? ""
    assert.strictEqual(made.replace(line, ""), registry)
    const table = made.slice(made.indexOf("export const load = {"))
    assert.isTrue(table.slice(0, table.indexOf("\n}\n") + 1).endsWith(line), table)
  })

  it("changes no registry without a table", () => {
    assert.isUndefined(NewProvider.registered("export const other = {\n}\n", "kelp"))
  })

  it("is followed by a script that exists", () => {
    const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"))
    assert.property(scripts, NewProvider.generates)
  })

  it("contains nothing of the example", () => {
    assert.notMatch(NewProvider.sourceOf(read("examples/src/acme-search.ts"), "kelp", "Kelp"), /acme/i)
    assert.notMatch(NewProvider.testOf("kelp", "Kelp"), /acme/i)
  })
})
