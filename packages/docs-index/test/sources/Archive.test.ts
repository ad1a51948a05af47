/** Tests archives, also hostile ones. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { deflateRawSync, gzipSync } from "node:zlib"
import { list } from "../../src/sources/Archive.ts"

interface Entry {
  readonly name: string
  readonly content?: string
  readonly type?: string
  readonly isStored?: boolean
}

const tar = (entries: ReadonlyArray<Entry>): Buffer =>
  Buffer.concat([
    ...entries.map(({ content = "", name, type = "0" }) => {
      const head = Buffer.alloc(512)
      head.write(name)
      head.write(content.length.toString(8).padStart(11, "0"), 124)
      head.write(type, 156)
      const body = Buffer.alloc(Math.ceil(content.length / 512) * 512)
      body.write(content)
      return Buffer.concat([head, body])
    }),
    Buffer.alloc(1_024),
  ])

const zip = (entries: ReadonlyArray<Entry>): Buffer => {
  const [parts, directory]: [Array<Buffer>, Array<Buffer>] = [[], []]
  let at = 0
  for (const { content = "", isStored = false, name, type } of entries) {
    const packed = isStored ? Buffer.from(content) : deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(isStored ? 0 : 8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(type === "2" ? 0xa1ff0000 : 0, 38)
    entry.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += local.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06", "latin1")
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const entries: ReadonlyArray<Entry> = [
  { name: "package/README.md", content: "# Tides" },
  { name: "package/docs/a.md", content: "# A" },
  { name: "package/x.js", content: "throw 1" },
  { name: "package/node_modules/b/README.md", content: "# B" },
  { name: "package/../../etc/c.md", content: "# C" },
  { name: "/etc/d.md", content: "# D" },
  { name: "package/link.md", type: "2" },
]

/** Hardly gets smaller when it is packed. */
const noise = Array.from({ length: 4_000 }, (_, at) => ((at * 7_919 * at) % 65_521).toString(36)).join("")

describe("an archive", () => {
  it.effect.each([
    ["tgz", gzipSync(tar(entries))],
    ["zip", zip(entries)],
  ] as const)("%s has its documents without the shared folder; links and names that lead out are left", ([, bytes]) =>
    Effect.gen(function* () {
      const { files, leftOut } = yield* list(bytes)
      const texts = yield* Effect.forEach(files, ({ path, read }) => Effect.map(read, (text) => [path, String(text)]))
      assert.deepStrictEqual(texts, [
        ["README.md", "# Tides"],
        ["docs/a.md", "# A"],
      ])
      assert.deepStrictEqual(Object.fromEntries(leftOut), { links: 1, "names that lead out of the archive": 2 })
    }),
  )

  it.effect("has the long names of pax and GNU", () =>
    Effect.gen(function* () {
      const path = `docs/${"long/".repeat(30)}a.md`
      const record = `${path.length + 9} path=${path}\n`
      for (const before of [
        { name: "x", type: "x", content: record },
        { name: "x", type: "L", content: path },
      ]) {
        const { files } = yield* list(gzipSync(tar([before, { name: "short.md", content: "# A" }])))
        assert.strictEqual(files[0]?.path, path.slice(5))
      }
    }),
  )

  it.effect.each([
    ["nothing", Buffer.alloc(0)],
    ["four bytes", Buffer.from("PK\x03\x04")],
    ["no archive", Buffer.from("no archive at all")],
    ["half a tgz", gzipSync(tar(entries)).subarray(0, 100)],
    ["a tar that ends early", gzipSync(tar([{ name: "a.md", content: "x".repeat(2_000) }]).subarray(0, 1_024))],
    ["half a zip", zip(entries).subarray(0, 300)],
    ["too many entries", gzipSync(tar(Array.from({ length: 100_001 }, () => ({ name: "a.md" }))))],
  ] as const)("is refused if it is %s", ([, bytes]) =>
    Effect.map(Effect.result(list(bytes)), (result) => assert.isTrue(Result.isFailure(result))),
  )

  it.effect("is refused if a tgz unpacks to more than is allowed", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(tar([{ name: "a.md", content: "x".repeat(1_000_000) }]))
      assert.isBelow(bomb.length, 2_000)
      assert.lengthOf((yield* list(bomb)).files, 1)
      assert.match((yield* Effect.flip(list(bomb, 100_000))).message, /too large/)
    }),
  )

  it.effect("is refused if entries of a zip share their bytes", () =>
    Effect.gen(function* () {
      const shared = zip(Array.from({ length: 20 }, (_, at) => ({ name: `${at}.md`, content: at ? "" : noise })))
      const first = shared.indexOf(Buffer.from("PK\x01\x02", "latin1"))
      for (let at = first; at !== -1; at = shared.indexOf(Buffer.from("PK\x01\x02", "latin1"), at + 1))
        for (const field of [20, 24]) shared.writeUInt32LE(shared.readUInt32LE(first + field), at + field)
      assert.isTrue(Result.isFailure(yield* Effect.result(list(shared))))
    }),
  )

  it.effect("gives no entry of a zip more bytes than it declares", () =>
    Effect.gen(function* () {
      const bomb = zip([{ name: "a.md", content: "x".repeat(1_000_000) }])
      const at = bomb.indexOf(Buffer.from("PK\x01\x02", "latin1"))
      bomb.writeUInt32LE(10, at + 24)
      const { files } = yield* list(bomb)
      assert.isTrue(Result.isFailure(yield* Effect.result(files[0]!.read)))
      const stored = zip([{ name: "a.md", content: "x".repeat(1_000), isStored: true }])
      assert.lengthOf((yield* list(stored)).files, 1)
      stored.writeUInt32LE(10, stored.indexOf(Buffer.from("PK\x01\x02", "latin1")) + 24)
      assert.isTrue(Result.isFailure(yield* Effect.result(list(stored))))
    }),
  )
})
