/** The predefined CMaps, a text in the codes of each, and the test that a PDF which names it is read. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { globSync } from "node:fs"
import { basename, join } from "node:path"
import { cjkPdf } from "./cjkPdf.ts"
import { read } from "./support.ts"

const encodings = globSync(join(import.meta.dirname, "../assets/cmaps/*.bcmap"))
  .map((path) => basename(path, ".bcmap"))
  .filter((name) => !name.startsWith("Adobe-"))

/** A text in the codes of each CMap, by the beginning of its name. */
const samples: ReadonlyArray<readonly [ordering: string, text: string, codes: Readonly<Record<string, string>>]> = [
  ["GB1", "中文", { GB: "D6D0CEC4", UniGB: "4E2D6587" }],
  ["CNS1", "中文", { B5pc: "A4A4A4E5", HKscs: "A4A4A4E5", ETen: "A4A4A4E5", CNS: "C4E3C5C6", UniCNS: "4E2D6587" }],
  [
    "Japan1",
    "東京",
    { "83pv": "938C8B9E", "90": "938C8B9E", Add: "938C8B9E", Ext: "938C8B9E", EUC: "C5ECB5FE", UniJIS: "67714EAC" },
  ],
  ["Korea1", "한글", { KSC: "C7D1B1DB", UniKS: "D55CAE00" }],
]

/** A CMap each. */
export const rows = encodings.map((encoding) => {
  // These two names are letters only.
  if (encoding === "H" || encoding === "V") return { encoding, ordering: "Japan1", codes: "456C357E", text: "東京" }
  const [ordering = "", text = "", codes = {}] =
    samples.find(([, , known]) => Object.keys(known).some((start) => encoding.startsWith(start))) ?? []
  const start = Object.keys(codes).find((known) => encoding.startsWith(known)) ?? ""
  return { encoding, ordering, codes: codes[start] ?? "", text }
})

/** Declares that PDFs are read by these. */
export const mapTests = (chosen: ReadonlyArray<(typeof rows)[number]>): void =>
  it.effect.each([...chosen])("a PDF is read by the CMap $encoding", ({ text, ...font }) =>
    Effect.gen(function* () {
      const { content, obstacle } = yield* read(cjkPdf([font]))
      // Vertical text has one character a line.
      assert.include(content.replace(/\s+/g, ""), text)
      assert.isUndefined(obstacle)
    }),
  )
