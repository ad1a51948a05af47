/** Tests the index over SQLite: the port's contract, and files that are damaged, newer, half or replaced. */
import { assert, describe, it } from "@effect/vitest"
import { DocsIndex, type Library } from "@porthole/core"
import { DocsIndexSuite, HostileTexts } from "@porthole/testing"
import { Effect, Layer, Result } from "effect"
import { copyFileSync, readdirSync, readFileSync, renameSync, truncateSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { layer } from "../src/index.ts"
import { folderOf } from "./support/folder.ts"

const inFolder = Layer.unwrap(Effect.map(folderOf({}), layer))

const details: Library.Details = {
  name: "@tides/water",
  version: "4.1.0",
  source: "/tides",
  stamp: "1",
  indexed_at: "2026-01-01T00:00:00.000Z",
  left_out: [],
}
const pageOf = (path: string, text: string): Library.Page => ({ path, url: `docs://${path}`, title: path, text })
const pages = [pageOf("water.md", "# Water\n\nSlack water is when the stream turns.")]
const search = { query: "slack water", maxPages: 5 }

/** Runs a program over an index in a folder, like one process from start to end. */
const run = <A, E>(folder: string, program: (index: DocsIndex.DocsIndex["Service"]) => Effect.Effect<A, E>) =>
  DocsIndex.DocsIndex.use(program).pipe(Effect.provide(layer(folder)))

const reasonOf = <A>(effect: Effect.Effect<A, DocsIndex.DocsIndexError>) =>
  Effect.map(Effect.result(effect), (result) => (Result.isFailure(result) ? result.failure.reason : "no failure"))

describe("the index over SQLite", () => {
  // clock: real, since the thread and the disk are.
  for (const { name, run } of DocsIndexSuite.cases(inFolder)) it.live(name, () => run)

  // clock: real, as above
  it.live("shows the code to which a long section leads", () =>
    Effect.gen(function* () {
      const code = `\`\`\`js\nstart(${"1, ".repeat(150)})\n\`\`\``
      const text = `# Water\n\n${"Slack water is rare. ".repeat(55)}For example:\n\n${code}\n\n${"Boats. ".repeat(150)}`
      const found = yield* run(yield* folderOf({}), ({ find, put }) =>
        Effect.andThen(put(details, [pageOf("water.md", text)]), find(details, search)),
      )
      assert.isTrue(found[0]?.units[0]?.text.trimEnd().endsWith(code))
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live.each([
    ["cut short", (file: string) => truncateSync(file, readFileSync(file).length - 10_000), "damaged"],
    ["without its end", (file: string) => truncateSync(file, readFileSync(file).length - 1), "damaged"],
    ["empty", (file: string) => writeFileSync(file, ""), "damaged"],
    ["of another kind", (file: string) => writeFileSync(file, "porthole".repeat(1_000)), "damaged"],
    ["with one other byte", (file: string) => changeByte(file, 5_000, (byte) => byte ^ 1), "damaged"],
    ["of a newer format", (file: string) => changeByte(file, readFileSync(file).length - 40, () => 99), "newer"],
  ] as const)("serves no file that is %s, and tells it until it is put again", ([, spoil, reason]) =>
    Effect.gen(function* () {
      const folder = yield* folderOf({})
      yield* run(folder, ({ put }) => put(details, pages))
      spoil(join(folder, "@tides+water@4.1.0.docs"))
      yield* run(folder, (index) =>
        Effect.gen(function* () {
          assert.strictEqual(yield* reasonOf(index.find(details, search)), reason)
          assert.strictEqual(yield* reasonOf(index.get(details, "water.md")), reason)
          yield* index.put(details, pages)
          assert.lengthOf(yield* index.find(details, search), 1)
          assert.lengthOf((yield* index.list).libraries, 1)
        }),
      )
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("lists an unreadable file beside the others, and removes it", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({ "broken@1.0.0.docs": "nonsense" })
      yield* run(folder, (index) =>
        Effect.gen(function* () {
          yield* index.put(details, pages)
          const { failed, libraries } = yield* index.list
          assert.deepStrictEqual(
            failed.map(({ library, reason }) => [library, reason]),
            [["broken@1.0.0", "damaged"]],
          )
          assert.lengthOf(libraries, 1)
          assert.isTrue(yield* index.remove({ name: "broken", version: "1.0.0" }))
          assert.lengthOf((yield* index.list).failed, 0)
        }),
      )
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live.each([
    ["with one other byte in its details", (file: string) => changeByte(file, readFileSync(file).length - 90, () => 0)],
    ["under another library's name", (file: string) => renameSync(file, file.replace("4.1.0", "4.2.0"))],
  ] as const)("lists a file %s as unreadable, and the others", ([, spoil]) =>
    Effect.gen(function* () {
      const folder = yield* folderOf({})
      yield* run(folder, (index) =>
        Effect.gen(function* () {
          yield* index.put({ ...details, name: "moon" }, pages)
          yield* index.put(details, pages)
          spoil(join(folder, "@tides+water@4.1.0.docs"))
          const { failed, libraries } = yield* index.list
          assert.deepStrictEqual(
            libraries.map(({ name }) => name),
            ["moon"],
          )
          assert.lengthOf(failed, 1)
          assert.match(failed[0]?.library ?? "", /^@tides\/water@4\.[12]\.0$/)
          assert.strictEqual(failed[0]?.reason, "damaged")
        }),
      )
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("tells a version with build metadata as it is written, and removes it", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({ "plus@1.0.0+b1.docs": "nonsense", "@a+b@1.0.0+b1.docs": "nonsense" })
      yield* run(folder, (index) =>
        Effect.gen(function* () {
          const labels = Effect.map(index.list, ({ failed }) => failed.map(({ library }) => library))
          assert.deepStrictEqual(yield* labels, ["@a/b@1.0.0+b1", "plus@1.0.0+b1"])
          assert.isTrue(yield* index.remove({ name: "plus", version: "1.0.0+b1" }))
          assert.deepStrictEqual(yield* labels, ["@a/b@1.0.0+b1"])
        }),
      )
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("sweeps no file but its own, and writes where one can't be removed", () =>
    Effect.gen(function* () {
      const stuck = `a@1.0.0.docs.1.${crypto.randomUUID()}.tmp`
      const folder = yield* folderOf({ "notes.tmp": "a user's", [`${stuck}/x`]: "", "old.tmp/x": "" })
      for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1)
      yield* run(folder, ({ put }) => put(details, pages))
      assert.deepStrictEqual(
        readdirSync(folder).toSorted(),
        ["@tides+water@4.1.0.docs", stuck, "notes.tmp", "old.tmp"].toSorted(),
      )
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("lets another process read while one writes, and serves the new file after it", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({})
      yield* run(folder, (reader) =>
        Effect.gen(function* () {
          yield* run(folder, ({ put }) => put(details, pages))
          assert.lengthOf(yield* reader.find(details, search), 1)
          const many = Array.from({ length: 200 }, (_, at) =>
            pageOf(`${at}.md`, `# Page ${at}\n\nThe neap tide ${at}.`),
          )
          const found = yield* Effect.all(
            [run(folder, ({ put }) => put(details, many)), Effect.replicateEffect(reader.find(details, search), 20)],
            { concurrency: 2 },
          )
          assert.isTrue(found[1].every((each) => each.length <= 1))
          assert.lengthOf(yield* reader.find(details, { query: "neap", maxPages: 300 }), 200)
        }),
      )
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("lets two writers finish, of which one's file stays", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({})
      const put = (text: string) => run(folder, (index) => index.put(details, [pageOf("a.md", `# A\n\n${text}`)]))
      yield* Effect.all([put("first"), put("second")], { concurrency: 2 })
      const found = yield* run(folder, (index) => index.find(details, { query: "first second", maxPages: 5 }))
      assert.lengthOf(found, 1)
      assert.deepStrictEqual(readdirSync(folder), ["@tides+water@4.1.0.docs"])
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("never serves what a killed writer left, and sweeps it", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({})
      yield* run(folder, ({ put }) => put(details, pages))
      const draft = join(folder, `@tides+water@4.2.0.docs.1.${crypto.randomUUID()}.tmp`)
      copyFileSync(join(folder, "@tides+water@4.1.0.docs"), draft)
      yield* run(folder, (index) =>
        Effect.gen(function* () {
          assert.lengthOf((yield* index.list).libraries, 1)
          yield* index.put(details, pages)
          assert.lengthOf(readdirSync(folder), 2)
          utimesSync(draft, 1, 1)
          yield* index.put(details, pages)
          assert.lengthOf(readdirSync(folder), 1)
        }),
      )
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("keeps the old pages where new ones can't be written", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({ blocked: "a file" })
      assert.strictEqual(yield* reasonOf(run(join(folder, "blocked"), ({ put }) => put(details, pages))), "failed")
      assert.deepStrictEqual(readdirSync(folder), ["blocked"])
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("answers hostile questions", () =>
    Effect.gen(function* () {
      const folder = yield* folderOf({})
      yield* run(folder, (index) =>
        Effect.gen(function* () {
          yield* index.put(details, pages)
          const hostile = [
            "slack ".repeat(10_000),
            '" OR water NEAR( AND NOT *',
            "prose : slack ^water {title path}: x",
            "slack\0 water\0",
            ...Object.values(HostileTexts.texts).map((text) => text(2_000)),
          ]
          for (const query of hostile) yield* index.find(details, { query, maxPages: 5 })
          for (const query of hostile.slice(0, 4))
            assert.lengthOf(yield* index.find(details, { query, maxPages: 5 }), 1, query.slice(0, 40))
        }),
      )
    }).pipe(Effect.scoped),
  )
})

const changeByte = (file: string, at: number, change: (byte: number) => number): void => {
  const bytes = readFileSync(file)
  bytes[at] = change(bytes[at]!)
  writeFileSync(file, bytes)
}
