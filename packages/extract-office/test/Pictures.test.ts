/** The pictures of archives. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { picturesOf } from "../src/Pictures.ts"
import { zipOf } from "./support.ts"

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(20)])

describe("the pictures of an archive", () => {
  it("have harmless names, told apart, and are pictures by their first bytes", () => {
    const archive = zipOf([
      { name: "word/media/image1.png", content: png },
      { name: "ppt/media/image1.PNG", content: png },
      { name: "ppt/media/Image1-1.png", content: png },
      { name: "../../../home/.bashrc.png", content: png },
      { name: "word/media/program.png", content: "#!/bin/sh" },
      { name: "word/document.xml", content: png },
      // What programs show of the document in a list of files.
      { name: "docProps/thumbnail.png", content: png },
      { name: "Thumbnails/thumbnail.png", content: png },
      { name: "Thumbnails/quay.png", content: png },
    ])
    const pictures = Result.getOrThrow(picturesOf(archive))
    assert.deepStrictEqual(
      pictures.map(({ name }) => name),
      ["image1.png", "image1-1.png", "Image1-1-1.png", "_bashrc.png", "quay.png"],
    )
    assert.strictEqual(Buffer.compare(pictures[0]?.bytes ?? Buffer.alloc(0), png), 0)
  })

  it("are asked of archives only", () => {
    const error = Result.getOrThrow(Result.flip(picturesOf(Buffer.from("From: a@tides.test"))))
    assert.strictEqual(error.error, "unsupported_content_type")
  })
})
