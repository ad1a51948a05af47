/** Reads books. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { type File, read, zipOf } from "./support.ts"

/** A book; a given file replaces its own of that name. */
const book = (files: ReadonlyArray<File> = []) => zipOf([...files, ...own.filter((file) => !isIn(files, file))])

const isIn = (files: ReadonlyArray<File>, { name }: File): boolean => files.some((file) => file.name === name)

const own: ReadonlyArray<File> = [
  { name: "mimetype", content: "application/epub+zip" },
  {
    name: "META-INF/container.xml",
    content: `<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>`,
  },
  {
    name: "OPS/book.opf",
    content: `<package><metadata><dc:title>The Tides</dc:title><dc:creator>Ann</dc:creator></metadata><manifest>
      <item id="two" href="two.xhtml"/><item id="one" href="one%20a.xhtml"/><item id="toc" href="toc.xhtml" properties="nav"/></manifest>
      <spine><itemref idref="toc"/><itemref idref="one"/><itemref idref="two"/></spine></package>`,
  },
  {
    name: "OPS/one a.xhtml",
    content: `<html><body><h1>One</h1><p>See <a href="two.xhtml">two</a>.</p></body></html>`,
  },
  { name: "OPS/two.xhtml", content: `<html><body><h1>Two</h1><p hidden="">Ignore.</p><p>End.</p></body></html>` },
  { name: "OPS/toc.xhtml", content: `<html><body><nav>Contents</nav></body></html>` },
]

describe("a book", () => {
  it.effect("is its chapters in the order of the spine, without hidden text", () =>
    Effect.gen(function* () {
      const { author, content, links, removed, title } = yield* read(book())
      assert.strictEqual(content, "# One\n\nSee two.\n\n# Two\n\nEnd.")
      assert.deepStrictEqual([title, author, links], ["The Tides", "Ann", []])
      assert.strictEqual(removed?.hidden_elements, 1)
    }),
  )

  it.effect("hides what its style sheets hide, also those that they import", () =>
    Effect.gen(function* () {
      const link = `<link rel="stylesheet" type="text/css" href="styles/a.css"/>`
      const chapter = `<html><head>${link}</head><body><p>Shown.</p><p class="x">Ignore.</p><p class="y">Drop.</p></body></html>`
      const { content, removed } = yield* read(
        book([
          { name: "OPS/one a.xhtml", content: chapter },
          { name: "OPS/styles/a.css", content: `@import "../b.css"; .x { display: none } /* </style> */` },
          { name: "OPS/b.css", content: `@import url(styles/a.css); .y { display: none }` },
        ]),
      )
      assert.strictEqual(content, "Shown.\n\n# Two\n\nEnd.")
      assert.strictEqual(removed?.hidden_elements, 3)
    }),
  )

  it.effect("names a chapter without a heading by the book's contents", () =>
    Effect.gen(function* () {
      const files = [
        { name: "META-INF/container.xml", content: `<container><rootfile full-path="book.opf"/></container>` },
        {
          name: "book.opf",
          content: `<package><manifest><item id="a" href="a.xhtml"/><item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
        },
        {
          name: "a.xhtml",
          content: `<html><body><h1 hidden="">a</h1><p>High<br/>water.</p><style>br { display: none }</style></body></html>`,
        },
        {
          name: "toc.ncx",
          content: `<ncx><navMap><navPoint><navLabel><text>Spring</text></navLabel><content src="a.xhtml#x"/></navPoint></navMap></ncx>`,
        },
      ]
      assert.strictEqual((yield* read(zipOf(files), "text")).content, "Spring\n\nHigh\nwater.")
      assert.strictEqual((yield* read(zipOf(files))).content, "## Spring\n\nHigh  \nwater.")
    }),
  )

  it.effect("that is protected fails clearly; one with obfuscated fonts is read", () =>
    Effect.gen(function* () {
      const encrypted = (name: string): File => ({
        name: "META-INF/encryption.xml",
        content: `<encryption><EncryptedData><CipherData><CipherReference URI="${name}"/></CipherData></EncryptedData></encryption>`,
      })
      const outcome = yield* Effect.result(read(book([encrypted("OPS/two.xhtml")])))
      assert.isTrue(Result.isFailure(outcome) && outcome.failure.message.includes("DRM"))
      assert.include((yield* read(book([encrypted("OPS/font.otf")]))).content, "# One")
    }),
  )
})
