import { assert, describe, it } from "@effect/vitest"
import { markdownOf } from "../support.ts"

const table = (cells: string): string => markdownOf(`<table><tr><th>Boat</th><th>Lamp</th></tr>${cells}</table>`)

describe("a cell without text", () => {
  it("has no name that a program wrote", () => {
    const rows = ["PilotC4", "row_7", "T12", "lampState"].map(
      (title) => `<tr><td>Pilot</td><td title="${title}"><i></i></td></tr>`,
    )
    assert.strictEqual(table(rows.join("")), `| Boat | Lamp |\n| --- | --- |${"\n| Pilot |  |".repeat(4)}`)
  })

  it("has the name that a person wrote, of its own or of a part", () => {
    const rows =
      '<tr><td>Pilot</td><td title="Yes"><i></i></td></tr><tr><td>Ferry</td><td><i title="only at night"></i></td></tr>'
    assert.include(table(rows), "| Pilot | Yes |\n| Ferry | only at night |")
  })

  it("has the mark of its class if its name is a program's", () => {
    assert.include(table('<tr><td>Pilot</td><td title="PilotC4"><i class="icon-check"></i></td></tr>'), "| Pilot | ✓ |")
  })
})
