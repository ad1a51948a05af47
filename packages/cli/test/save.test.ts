/** Tests `porthole fetch --output` and `--outline --json`, over doubles of the network. */
import { Doubles, SampleImages } from "@porthole/testing"
import { ConfigProvider, Effect, Exit, Layer } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { save } from "../src/commands/web/save.ts"
import { fetch, fetchPages } from "../src/commands/web/web.ts"
import { porthole } from "./support/inProcess.ts"
import { keptStreams } from "./support/output.ts"
import { environment } from "./support/porthole.ts"

const folder = mkdtempSync(join(tmpdir(), "porthole-save-"))
afterAll(() => rmSync(folder, { recursive: true }))

const png = SampleImages.files["image/png"]
const text = Array.from({ length: 60 }, (_, at) => `## Part ${at + 1}\n\n${"High water at six. ".repeat(40)}`).join(
  "\n\n",
)

const web = Layer.mergeAll(
  Doubles.resolver({ "site.test": ["93.184.216.34"] }),
  Doubles.dialer(({ hop }) =>
    hop.target.path === "/map.png"
      ? { status: 200, headers: { "content-type": "image/png" }, body: png }
      : { status: 200, headers: { "content-type": "text/markdown" }, body: text },
  ),
  ConfigProvider.layer(ConfigProvider.fromEnv({ env: environment({ PORTHOLE_EXTRACT_ISOLATION: "none" }) })),
)

const call = (url: string, json = false) => ({ input: { url }, settings: { robots: false }, json, trace: false })

const printed = async (run: ReturnType<typeof save>) => {
  const streams = keptStreams()
  const exit = await Effect.runPromiseExit(run.pipe(Effect.provide(Layer.merge(web, streams.layer))))
  return { isDone: Exit.isSuccess(exit), ...streams.texts() }
}

describe("a person who fetches with --output", () => {
  it("gets the bytes of an image in the file", async () => {
    const file = join(folder, "map.png")
    const { err, isDone, out } = await printed(save(call("http://site.test/map.png"), file))
    assert.deepStrictEqual([isDone, out], [true, ""])
    assert.strictEqual(err, `porthole: Wrote the image to ${file}: ${png.length} bytes.\n`)
    assert.deepStrictEqual(new Uint8Array(readFileSync(file)), png)
  })

  it("gets the whole of a long page in the file", async () => {
    const file = join(folder, "page.md")
    const { err, isDone, out } = await printed(save(call("http://site.test/page"), file))
    assert.deepStrictEqual([isDone, out], [true, ""])
    assert.include(err, `porthole: Wrote the page's text to ${file}: `)
    assert.include(readFileSync(file, "utf8"), "## Part 60")
  })

  it("is told that the file can't be written", async () => {
    const { err, isDone } = await printed(save(call("http://site.test/page"), join(folder, "none", "page.md")))
    assert.isFalse(isDone)
    assert.include(err, "can't be written. Name a file in a folder of yours.")
  })

  it.skipIf(process.platform !== "linux")("is told that the disk is full", async () => {
    const { err, isDone } = await printed(save(call("http://site.test/page"), "/dev/full"))
    assert.deepStrictEqual([isDone, err], [false, "porthole: /dev/full can't be written: the disk is full.\n"])
  })

  it.each(["--find=x", "--section=2", "--start-index=9", "--extract=text", "--output=x"])(
    "is told that --outline prints no text that %s could choose",
    async (flag) => {
      const { code, stderr } = await porthole(["fetch", "http://a.test/", "--outline", flag])
      assert.strictEqual(code, 2)
      assert.include(stderr, `prints the headings of the whole page. Leave out ${flag.split("=", 1)[0]}.`)
    },
  )

  it("is told to give one URL", async () => {
    const { code, stderr } = await porthole(["fetch", "http://a.test/", "http://b.test/", "--output", "x"])
    assert.strictEqual(code, 2)
    assert.include(stderr, "--output writes one page. Give one URL.")
  })
})

describe("a person at a terminal", () => {
  it("who fetches an image is told how to save it", async () => {
    const { err, isDone } = await printed(fetch(call("http://site.test/map.png")))
    assert.isFalse(isDone)
    assert.match(
      err,
      /^porthole: Images can't be read\..*\nporthole: `porthole fetch URL --output FILE` saves an image/,
    )
  })

  it("who fetches an image among pages is told how to save it", async () => {
    const urls = ["http://site.test/map.png", "http://site.test/page"]
    const { isDone, out } = await printed(fetchPages({ ...call(""), input: { urls } }))
    assert.isTrue(isDone)
    assert.include(out, "couldn't be read: Images can't be read. `porthole fetch URL --output FILE` saves an image.")
  })

  it("is told flags, and not the parameters of tools", async () => {
    const { err } = await printed(fetch({ ...call("http://site.test/page"), extent: "outline" }))
    assert.include(err, "--section")
    assert.notMatch(err, /section=|; section/)
    const { err: none } = await printed(
      fetch({ ...call("http://site.test/page"), input: { url: "http://site.test/page", start_index: 10_000_000 } }),
    )
    assert.match(none, /so --start-index must be below that/)
  })
})

describe("a script that fetches with --outline --json", () => {
  it("gets the headings and no text", async () => {
    const { out } = await printed(fetch({ ...call("http://site.test/page", true), extent: "outline" }))
    const { outline, ...rest } = JSON.parse(out)
    assert.strictEqual(outline.length, 40)
    assert.deepInclude(outline[0], { heading: "Part 1", level: 2 })
    assert.hasAllKeys(rest, ["title", "url", "message"])
    const left = "The outline leaves out 20 of 60 headings; section takes their words, or one of the numbers 41 to 60."
    assert.include(rest.message, left)
  })
})
