import { assert, describe, it } from "@effect/vitest"
import { markdownOf } from "../support.ts"

const line = (inside: string): string => markdownOf(`<div>${inside}</div>`)

describe("fields of a record", () => {
  it("stay apart after capitals", () => {
    const fields =
      '<span class="street">7 Quay Road SE</span><span class="town">Northport, </span><span class="state">ME</span>'
    assert.strictEqual(line(`${fields}<span class="part">Old Town</span>`), "7 Quay Road SE Northport, ME Old Town")
  })

  it("stay one word where their classes don't tell them apart", () => {
    for (const inside of ["<i>HTML</i><b>Element</b>", '<i class="x">HTML</i><b class="x">Element</b>'])
      assert.include(line(inside).replaceAll("*", ""), "HTMLElement")
  })
})
