import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash, generateKeyPairSync, type KeyObject, sign as signBytes } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { read, show, sign } from "../src/index.ts"
import { folder, foreign, record, replay } from "./support/recordings.ts"

const signWith = (key: KeyObject) => (text: string) =>
  Effect.sync(() => {
    const { x = "" } = key.export({ format: "jwk" })
    const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest("base64url")
    return { kid, x, signature: signBytes(null, Buffer.from(text), key).toString("base64url") }
  })

describe("a record", () => {
  it.effect("is shown by its id, with its decoded text", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      const body = gzipSync("high water").toString("latin1")
      const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\r\n"
      const length = head.length + body.length
      const bytes = foreign("http://a.example/", `${head}${body}`)
        .replace(/Content-Length: \d+/, `Content-Length: ${length}`)
        .replace("WARC-Type", "WARC-Record-ID: <urn:uuid:1-2-3>\r\nWARC-Type")
      writeFileSync(file, bytes, "latin1")
      for (const id of ["1-2-3", "<urn:uuid:1-2-3>"]) {
        const shown = yield* show(file, id)
        assert.strictEqual(shown?.text, "high water")
        assert.match(shown?.head ?? "", /^HTTP\/1.1 200 OK\n/)
      }
      assert.isUndefined(yield* show(file, "4-5-6"))
    }),
  )
})

describe("a signature", () => {
  it.effect("holds for every byte before it, and no other", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      yield* record(file, { "https://a.example/": "high water" })
      const key = generateKeyPairSync("ed25519").privateKey
      const name = yield* sign(file, signWith(key))
      yield* record(file, { "https://a.example/2": "low water" })
      const { signatures, unsigned } = yield* read(file)
      assert.containSubset(signatures, [{ key: name, isRight: true }])
      // A response and its request.
      assert.strictEqual(unsigned, 2)
      assert.strictEqual(yield* replay(file, "https://a.example/2"), "low water")
      const bytes = readFileSync(file)
      // The time of the first member's header is no part of a record.
      bytes.writeUInt8(1, 4)
      writeFileSync(file, bytes)
      assert.containSubset((yield* read(file)).signatures, [{ key: name, isRight: false }])
    }),
  )

  it.effect("by another key than it names is wrong", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      yield* record(file, { "https://a.example/": "high water" })
      const keys = [generateKeyPairSync("ed25519").privateKey, generateKeyPairSync("ed25519").privateKey] as const
      yield* sign(file, (text) =>
        Effect.all([signWith(keys[0])(text), signWith(keys[1])(text)]).pipe(
          Effect.map(([one, other]) => ({ ...one, signature: other.signature })),
        ),
      )
      assert.containSubset((yield* read(file)).signatures, [{ isRight: false }])
    }),
  )

  it.effect("isn't given to a torn file", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "run.warc.gz")
      yield* record(file, { "https://a.example/": "high water" })
      writeFileSync(file, readFileSync(file).subarray(0, -9))
      const error = yield* Effect.flip(sign(file, signWith(generateKeyPairSync("ed25519").privateKey)))
      assert.include(error.message, "isn't whole")
    }),
  )
})
