/** Tests packages of a registry, whose answers are a table. */
import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Effect, Result } from "effect"
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Downloads } from "../../src/sources/Downloads.ts"
import { open, type Options } from "../../src/sources/Sources.ts"
import { folderOf, manifest } from "../support/folder.ts"

const extractor = Doubles.extractor(() => ({ title: "", content: "", links: [], text_length: 0 }))

const read = (options: Options) =>
  Effect.result(
    Effect.provide(
      Effect.flatMap(open(options), (source) => Effect.map(source.read, ({ pages }) => ({ source, pages }))),
      extractor,
    ),
  )

/** A registry with one package, what it was asked, and the sum of its archive. */
const setUp = Effect.fnUntraced(function* (files: Readonly<Record<string, string>> = {}, isTampered = false) {
  const from = yield* folderOf({
    "a/package/package.json": manifest("@sea/tides", "2.1.0"),
    "a/package/README.md": "# Tides\n\nHigh water.",
    ".npmrc": "@sea:registry=https://npm.test/r/\n//npm.test/r/:_authToken=secret\n",
    ...files,
  })
  execFileSync("tar", ["-czf", join(from, "a.tgz"), "-C", join(from, "a"), "package"])
  const bytes = new Uint8Array(readFileSync(join(from, "a.tgz")))
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`
  const asked: Array<{ readonly url: string; readonly authorization?: string | undefined }> = []
  const version = { version: "2.1.0", dist: { tarball: "https://npm.test/r/x/tides.tgz", integrity } }
  const downloads: Downloads = {
    web: () => Effect.fail({ message: "not the web" }),
    registry: ({ authorization, url }) => {
      asked.push({ url, authorization })
      if (url.endsWith(".tgz")) return Effect.succeed({ status: 200, bytes: isTampered ? bytes.slice(0, -1) : bytes })
      const isKnown = url.endsWith("/@sea%2ftides/2.1.0") || url.endsWith("/@sea%2ftides/latest")
      const answer = new TextEncoder().encode(JSON.stringify(version))
      return Effect.succeed(isKnown ? { status: 200, bytes: answer } : { status: 404, bytes: new Uint8Array() })
    },
  }
  return { from, downloads, asked, integrity }
})

const messageOf = <A>(result: Result.Result<A, { readonly message: string }>) =>
  Result.isFailure(result) ? result.failure.message : "no failure"

describe("docs add npm:NAME@VERSION", () => {
  it.effect("reads the archive from the scope's registry, with its token", () =>
    Effect.gen(function* () {
      const { asked, downloads, from } = yield* setUp()
      const { pages, source } = Result.getOrThrow(yield* read({ source: "npm:@sea/tides@2.1.0", from, downloads }))
      assert.deepStrictEqual(
        [source.name, source.version, source.source],
        ["@sea/tides", "2.1.0", "npm:@sea/tides@2.1.0"],
      )
      assert.deepStrictEqual(
        pages.map(({ url }) => url),
        ["docs://@sea/tides@2.1.0/README.md"],
      )
      const authorization = "Bearer secret"
      assert.deepStrictEqual(asked, [
        { url: "https://npm.test/r/@sea%2ftides/2.1.0", authorization },
        { url: "https://npm.test/r/x/tides.tgz", authorization },
      ])
    }).pipe(Effect.scoped),
  )

  it.effect("takes the latest version if none is named, and another name if one is given", () =>
    Effect.gen(function* () {
      const { downloads, from } = yield* setUp()
      const options = { source: "npm:@sea/tides", name: "water@9", from, downloads }
      const { pages, source } = Result.getOrThrow(yield* read(options))
      assert.deepStrictEqual([source.name, source.version], ["water", "9"])
      assert.strictEqual(pages[0]?.url, "docs://water@9/README.md")
      assert.strictEqual(source.source, "npm:@sea/tides@2.1.0")
    }).pipe(Effect.scoped),
  )

  it.effect("refuses an archive that isn't the one of the registry, or of the project's lock file", () =>
    Effect.gen(function* () {
      const source = "npm:@sea/tides@2.1.0"
      const tampered = yield* setUp({}, true)
      assert.include(messageOf(yield* read({ ...tampered, source })), "wrong SHA-512")
      const entry = { version: "2.1.0", integrity: "sha512-AAAA" }
      const npm = JSON.stringify({ packages: { "node_modules/@sea/tides": entry } })
      const pnpm = "packages:\n\n  '@sea/tides@2.1.0':\n    resolution: {integrity: sha512-AAAA}\n"
      for (const lock of [{ "package-lock.json": npm }, { "pnpm-lock.yaml": pnpm }])
        assert.include(messageOf(yield* read({ ...(yield* setUp(lock)), source })), "wrong SHA-512")
      const same = yield* setUp({ "pnpm-lock.yaml": pnpm.replace("2.1.0", "2.0.0") })
      assert.isTrue(Result.isSuccess(yield* read({ ...same, source })))
    }).pipe(Effect.scoped),
  )

  it.effect("says what isn't there, and asks nobody about what is no package", () =>
    Effect.gen(function* () {
      const { asked, downloads, from } = yield* setUp()
      const wrong = yield* read({ source: "npm:@sea/tides@3.0.0", from, downloads })
      assert.include(messageOf(wrong), "https://npm.test/r has no @sea/tides@3.0.0")
      asked.length = 0
      for (const source of ["npm:", "npm:../../etc", "npm:a@../b", "npm:https://npm.test"])
        assert.include(messageOf(yield* read({ source, from, downloads })), "is no package")
      assert.deepStrictEqual(asked, [])
    }).pipe(Effect.scoped),
  )
})
