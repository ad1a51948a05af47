/** Tests that a reference that a program wrote keeps all entries, and loses what is around it. */
import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../support.ts"

const method = (name: string) =>
  `<details class=method><summary><section><h4>fn ${name}(self) -> Self</h4></section></summary></details>`
const entry = (name: string) =>
  `<details class=entry><summary><h3>impl&lt;T&gt; ${name} for T</h3></summary><div>${method("of")}` +
  `<div><p>Returns the argument unchanged, ${name}.</p></div></div></details>`
const page = (generator: string) => `<html><head><meta name=generator content="${generator}"><title>Pump</title></head>
<body><nav><a href=/a>All items</a></nav><main><section><h1>Struct Pump</h1>
<div>${Array.from({ length: 60 }, (_, at) => `<section><h4>fn pump_${at}(&amp;self) -> Result&lt;Water, Error&gt;</h4><p>Pumps the water of the tank number ${at} into the sea, and waits until it is empty.</p></section>`).join("")}</div>
<h2>Blanket Implementations</h2><div>${["Any", "Borrow", "WithSubscriber", "Into", "Same"].map(entry).join("")}</div></section></main></body></html>`

describe("a reference by its generator", () => {
  it("keeps the entries that read like clutter", () => {
    const content = readHtml(page("rustdoc")).content
    for (const name of ["Any", "Borrow", "WithSubscriber", "Into", "Same"]) assert.include(content, `${name} for T`)
    assert.notInclude(content, "All items")
  })

  it("isn't known by another name", () => {
    assert.notInclude(readHtml(page("WordPress 6")).content, "WithSubscriber for T")
  })
})
