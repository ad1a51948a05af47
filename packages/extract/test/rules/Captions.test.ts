/** Tests that captions between kept texts, or beside one of the same part of the page, stay, and that others don't. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { blocksOf } from "../../src/model/Block.ts"
import { figuresOf } from "../../src/records/Figures.ts"
import { captionsBeside } from "../../src/rules/Captions.ts"

/** The captions that a body gains, if all but credits and the texts with a minus at the front are kept. */
const gained = (html: string): ReadonlyArray<string> => {
  const page = blocksOf(parseHTML(`<html><body>${html}</body></html>`).document.body)
  const kept = page.blocks.map(({ text }) => !/^-|^Photo:/.test(text))
  return captionsBeside(page.blocks, figuresOf(page), kept)
    .map((at) => page.blocks[at]?.text ?? "")
    .filter((text) => /^-|^Photo:/.test(text))
}

const text = "<p>The saw binds in green oak when the blade is dull.</p>"
const caption = '-A saw. <a href="/a">Ada</a>'
const shown = "-A saw. Ada"
const figure = `<figure><img src="/s.jpg"><figcaption>${caption}</figcaption></figure>`
const boxed = (inner: string) => `<div><div>${inner}</div></div>`

describe("a caption", () => {
  it.each([
    ["stays between texts", text + figure + text, [shown]],
    ["stays between texts, in boxes", text + boxed(figure) + text, [shown]],
    ["stays in a row of figures", text + boxed(figure + figure) + text, [shown, shown]],
    ["stays after the last text of its part", `<article>${text}${figure}</article><p>-Tags</p>`, [shown]],
    ["stays before the first one", `<article><p>-By Ada</p>${figure}${text}</article>`, [shown]],
    [
      "goes at the end if it only names who took it",
      `<article>${text}${figure.replace(caption, "Photo: Ada")}</article><p>-Tags</p>`,
      [],
    ],
    ["goes outside of the part of the text", `<article>${text}</article>${boxed(figure)}<p>-Tags</p>`, []],
    ["goes beside what isn't prose", `<article><p>Saws</p>${figure}<p>-Tags</p></article>`, []],
    ["goes between rejected texts", `<p>-A</p>${figure}<p>-B</p>`, []],
    [
      "of a class stays",
      `${text}<div><img src="/s.jpg"><p class="wp-caption-text">${caption}</p></div>${text}`,
      [shown],
    ],
    ["without a picture isn't one", `${text}<figure><figcaption>${caption}</figcaption></figure>${text}`, []],
    [
      "that is a card's link isn't one",
      `${text}<figure><a href="/o"><img src="/o.jpg"></a><figcaption><a href="/o">-Other saws</a></figcaption></figure>${text}`,
      [],
    ],
    [
      "that is a long link isn't one",
      `${text}<figure><img src="/o.jpg"><figcaption><a href="/o">-The ten best saws for a small workshop</a></figcaption></figure>${text}`,
      [],
    ],
    ["with a price isn't one", text + figure.replace("-A saw.", "-A saw. $5") + text, []],
    ["may be a heading without a link", text + figure.replace(caption, "<h3>-A saw</h3>") + text, ["-A saw"]],
    [
      "in a link with a heading isn't one",
      `${text}<a href="/o">${figure.replace(caption, "<h3>-A saw</h3>")}</a>${text}`,
      [],
    ],
    ["with a heading isn't one", text + figure.replace("-A saw.", "<h3>-A saw</h3>") + text, []],
  ])("%s", (_, html, expected) => assert.deepStrictEqual(gained(html), expected))
})
