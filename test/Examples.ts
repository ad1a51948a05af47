/** The examples in docstrings, as an editor shows them: the blocks of code that are whole modules. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

export const root = join(import.meta.dirname, "..")

export interface Example {
  /** The file of the docstring, and the exported name below it. */
  readonly name: string
  readonly code: string
}

const examplesIn = (file: string): ReadonlyArray<Example> =>
  [
    ...readFileSync(join(root, file), "utf8").matchAll(
      /^ \* ```ts\n( \* import [^]*?)^ \* ```\n(?: \*.*\n)*? \*\/\nexport \w+ (\w+)/gm,
    ),
  ].map(([, block = "", exported = ""]) => ({
    name: `${basename(file, ".ts")}.${exported}`,
    code: block.replace(/^ \* ?/gm, ""),
  }))

/** All of them. */
export const examples = globSync("packages/*/src/**/*.ts", { cwd: root }).toSorted().flatMap(examplesIn)

/** The file of an example in a folder. */
export const fileOf = ({ name }: Example): string => `${name}.ts`

/** A new folder of programs, which may import what the examples of the repository may. */
export const programFolder = (): Disposable & {
  readonly folder: string
  readonly write: (file: string, code: string) => void
} => {
  const parent = join(root, "examples/dist")
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, "docstrings-"))
  return {
    folder,
    write: (file, code) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), code)
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
