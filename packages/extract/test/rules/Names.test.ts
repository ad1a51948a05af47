import { assert, describe, it } from "@effect/vitest"
import { markdownOf } from "../support.ts"

const table = (cells: string): string => markdownOf(`<table><tr><th>Boat</th><th>Lamp</th></tr>${cells}</table>`)

describe("a cell without text", () => {
  it("has no name that a program wrote", () => {
    const rows = ["row_7", "lampStateText", "Pilot4c7", "ownLampType"].map(
      (title) => `<tr><td>Pilot</td><td title="${title}"><i></i></td></tr>`,
    )
    assert.strictEqual(table(rows.join("")), `| Boat | Lamp |\n| --- | --- |${"\n| Pilot |  |".repeat(4)}`)
  })

  it("has the name that a person wrote, of its own or of a part", () => {
    const rows =
      '<tr><td>Pilot</td><td title="Yes"><i></i></td></tr><tr><td>Ferry</td><td><i title="only at night"></i></td></tr>'
    assert.include(table(rows), "| Pilot | Yes |\n| Ferry | only at night |")
  })

  it("has a name of humps or figures that people write, or any that is for them", () => {
    const parts = ["iOS", "YouTube", "WiFi", "iPadOS", "MP3", "H2O"].map((name) => `title="${name}"`)
    const rows = [...parts, 'aria-label="lampStateText"'].map(
      (part) => `<tr><td>Pilot</td><td><i ${part}></i></td></tr>`,
    )
    const names = ["iOS", "YouTube", "WiFi", "iPadOS", "MP3", "H2O", "lampStateText"]
    assert.strictEqual(
      table(rows.join("")),
      `| Boat | Lamp |\n| --- | --- |${names.map((name) => `\n| Pilot | ${name} |`).join("")}`,
    )
  })

  it("has the mark of its class if its name is a program's", () => {
    assert.include(
      table('<tr><td>Pilot</td><td title="pilot_c4"><i class="icon-check"></i></td></tr>'),
      "| Pilot | ✓ |",
    )
  })
})
