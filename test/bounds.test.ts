/**
 * Everything that calls share is made by `Bound`, under the name of a row of the table in `docs/security.md`. What is
 * made elsewhere would have a bound that nobody listed, or none.
 */
import { assert, describe, it } from "vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** What makes something that calls could share. A queue in a field outlives a call; one in a variable doesn't. */
const makers: Readonly<Record<string, RegExp>> = {
  semaphore: /\bSemaphore\.make(?:Unsafe)?\(/g,
  "pool of a library":
    /(?<!\.)\b(?:Pool|RcMap|LayerMap)\.make(?:WithTTL)?\(|\bnew (?:Pool|Agent|Client)\(|\bcreateClient\(/g,
  "cache of a library": /\b(?:Cache|ScopedCache)\.make(?:With)?\(/g,
  worker: /\bnew (?:Worker|Thread)\(/g,
  process: /(?<![.\w])(?:spawn|spawnSync|fork|exec|execSync|execFile|execFileSync)\(/g,
  server: /(?<![.\w])createServer\(/g,
  "queue of a library": /\b(?:Queue|PubSub|Mailbox)\.(?:make|unbounded|bounded|dropping|sliding)(?:<[^>]*>)?\(/g,
  "queue in a field": /\.\w+\.shift\(\)/g,
  memory: /\bBoundedMap\.make(?:<[^>]*>)?\(/g,
  share: /\b(?:Share|FairQueue|Permits)\.make(?:<[^>]*>)?\(/g,
}

/** What isn't shared by calls, though it looks so, and why. */
const exempt: Readonly<Record<string, string>> = {
  "packages/core/src/domain/share/Bound.ts": "the constructor itself",
  "packages/core/src/domain/share/Permits.ts": "made by the constructor",
  "packages/cli/src/NewerNode.ts": "starts the command itself again, before there are calls",
  "packages/cli/src/Pager.ts": "belongs to one person's terminal",
  "packages/backend-browser/src/BrowserRenderer.ts": "our own `browser/Pool.ts`, whose bounds have rows",
}

/** The packages whose code runs beside several calls. */
const sources = globSync("packages/*/src/**/*.ts", { cwd: root }).filter(
  (file) => !/^packages\/(?:testing|test-net)\/|\/testing\//.test(file),
)

const sourceOf = (file: string): string =>
  readFileSync(join(root, file), "utf8").replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, (text) => " ".repeat(text.length))

/** The ranges of the arguments of `Bound`'s calls, and the names of their rows. */
const boundsIn = (source: string) =>
  Array.from(source.matchAll(/\bBound\.\w+(?:<[^>(]*>)?\(/g), ({ 0: text, index }) => {
    const start = index + text.length
    let [depth, end] = [1, start]
    for (; depth > 0 && end < source.length; end++) {
      if (source[end] === "(") depth++
      if (source[end] === ")") depth--
    }
    return { start, end, row: /^\s*"([^"]+)"/.exec(source.slice(start, end))?.[1] }
  })

/** What a source makes outside of `Bound`. */
const unlisted = (source: string): ReadonlyArray<string> => {
  const bounds = boundsIn(source)
  return Object.entries(makers).flatMap(([kind, pattern]) =>
    Array.from(source.matchAll(pattern))
      .filter(({ index }) => !bounds.some(({ end, start }) => start <= index && index < end))
      .map(() => kind),
  )
}

/** The names of the table's rows. */
const rows = (): ReadonlyArray<string> => {
  const page = readFileSync(join(root, "docs/security.md"), "utf8")
  const table = page.slice(page.indexOf("## What calls share")).split("\n\n", 4).join("\n\n")
  return Array.from(table.matchAll(/^\| ([a-zA-Z][^|]*?) *\|/gm), ([, name = ""]) => name).filter(
    (name) => name !== "what",
  )
}

describe("what calls share", () => {
  it("is made by the constructor, wherever it is made", () => {
    const found = sources
      .filter((file) => !(file in exempt))
      .flatMap((file) => unlisted(sourceOf(file)).map((kind) => `${file}: ${kind}`))
    assert.deepStrictEqual(found, [])
  })

  it("has a row of the table, and each row is made somewhere", () => {
    const made = sources.flatMap((file) =>
      file === "packages/core/src/domain/share/Bound.ts"
        ? []
        : boundsIn(sourceOf(file)).map(({ row }) => row ?? `${file}: no name of a row`),
    )
    assert.deepStrictEqual(Array.from(new Set(made)).toSorted(), rows().toSorted())
  })

  it.each([
    ["semaphore", "const a = Semaphore.makeUnsafe(4)"],
    ["semaphore", "const a = yield* Semaphore.make(4)"],
    ["pool of a library", "const a = yield* Pool.make({ acquire, size: 4 })"],
    ["pool of a library", "const a = new Agent({ allowH2: false })"],
    ["cache of a library", "const a = yield* Cache.make({ lookup, capacity: 4 })"],
    ["worker", "const a = new Worker(program, { eval: true })"],
    ["process", "const a = spawn(command, [])"],
    ["process", "const a = fork(entry)"],
    ["server", "const a = createServer(() => {})"],
    ["queue of a library", "const a = yield* Queue.unbounded<number>()"],
    ["queue of a library", "const a = yield* PubSub.unbounded<number>()"],
    ["queue in a field", "const next = state.waiting.shift()"],
    ["memory", "const a = BoundedMap.make<number>({ maxEntries, maxWeight })"],
    ["share", "const a = FairQueue.make<number>({ maxWeight: 4 })"],
  ])("finds a planted %s: %s", (kind, source) => {
    assert.deepStrictEqual(unlisted(source), [kind])
    assert.deepStrictEqual(
      unlisted(`Bound.start("row", () => ${source.replace(/^const \w+ = (?:yield\* )?/, "")})`),
      [],
    )
  })
})
