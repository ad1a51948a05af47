import { assert, describe, it } from "@effect/vitest"
import { markdownOf } from "../support.ts"

const text = "The pilots of the outer roads meet at the old crane on every first Monday of the month."

describe("a summary", () => {
  it("is a mere block outside of details", () => {
    const blocks = `<h3>Meeting</h3><pre><code>crane\n  quay</code></pre><p>${text}</p>`
    const content = markdownOf(`<section><summary><div>${blocks}</div></summary><p>${text}</p></section>`)
    assert.strictEqual(content, `### Meeting\n\n\`\`\`\ncrane\n  quay\n\`\`\`\n\n${text}\n\n${text}`)
  })

  it("is the label of its details", () => {
    assert.include(markdownOf(`<details><summary>Meeting</summary><p>${text}</p></details>`), `**Meeting**\n\n${text}`)
  })
})
