/** Tests that a person in a narrow terminal reads help and findings in whole words. */
import { assert, describe, it } from "vitest"
import * as FindingsView from "../../src/view/FindingsView.ts"
import * as HelpLayout from "../../src/view/HelpLayout.ts"
import { style } from "../../src/view/View.ts"
import { porthole } from "../support/inProcess.ts"

const help = (await porthole(["fetch", "--help"])).stdout
const words = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")

describe("help in a terminal", () => {
  it.each([40, 60, 80])("of %i columns breaks between words, and keeps all of them", (width) => {
    const laid = HelpLayout.of(width, help)
    assert.deepStrictEqual(words(laid), words(help))
    const [prose = ""] = laid.split("EXAMPLES")
    for (const line of prose.split("\n")) assert.isAtMost(line.length, width, line)
  })

  it("keeps commands to copy on one line", () => {
    const command = 'porthole fetch https://example.com/manual --query "battery life" --max-length 2000'
    assert.include(HelpLayout.of(60, help), command)
  })

  it("shows a description below its flag where there is no room beside it", () => {
    assert.include(HelpLayout.of(40, help), "\n  --max-bytes number\n      Cut the text after this many bytes\n")
  })
})

describe("the doctor in a terminal", () => {
  const finding = {
    part: "network",
    place: "direct",
    works: false,
    advice: "Set the proxy that your network needs, then try again.",
  } as const

  it("of 60 columns breaks its advice between words", () => {
    const { body } = FindingsView.of(style(false, 60))([], [finding])
    assert.include(body, "            Set the proxy that your network needs, then try\n            again.\n")
  })
})
