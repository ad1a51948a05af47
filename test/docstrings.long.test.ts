/** Every example of a docstring and every block of a page passes the strict compiler, as an editor shows them. */
import { assert, it } from "vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { examples, fileOf, programFolder, root } from "./Examples.ts"
import { alike, paths, snippets } from "./Snippets.ts"

const compilerOptions = (folder: string) => ({
  allowImportingTsExtensions: true,
  composite: false,
  declarationMap: false,
  // A run checks only the files that have changed since the one before.
  incremental: true,
  tsBuildInfoFile: join(root, "node_modules/.cache/docstrings.tsbuildinfo"),
  noEmit: true,
  noUnusedLocals: false,
  paths,
  // A page shows an Effect without the program that runs it.
  plugins: [{ name: "@effect/language-service", diagnosticSeverity: { floatingEffect: "off" } }],
  rootDirs: [folder, ...alike],
  rewriteRelativeImportExtensions: false,
})

it("every docstring, and every block of a page, passes the strict compiler", () => {
  using programs = programFolder()
  for (const example of examples) programs.write(fileOf(example), example.code)
  for (const { code, file } of snippets) programs.write(file, code)
  const config = {
    extends: "../../../tsconfig.base.json",
    compilerOptions: compilerOptions(programs.folder),
    include: ["**/*.ts"],
  }
  programs.write("tsconfig.json", JSON.stringify(config))
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", programs.folder, "--pretty", "false"], {
    encoding: "utf8",
  })
  assert.strictEqual(stdout, "")
})
