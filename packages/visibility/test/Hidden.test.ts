import { assert, describe, it } from "@effect/vitest"
import { article, readHtml } from "../../extract/test/support.ts"

const paragraph = "<p>A sentence with some words in it, and a comma or two, so that it reads like prose to anyone.</p>"

/** An article of some length with this markup at its end. */
const withEnd = (end: string, head = ""): string => article(paragraph.repeat(8) + end, head)

const read = (end: string, css = "") => readHtml(withEnd(end, css === "" ? "" : `<style>${css}</style>`))
const isShown = (end: string, css = ""): boolean => read(end, css).content.includes("INJECTED")

const text = "INJECTED words to obey."

describe("text with another wording for screen readers", () => {
  const price = (spoken: string) =>
    `<p>Vise: <del aria-hidden="true">$30</del><span class="screen-reader-text">${spoken}</span><ins aria-hidden="true">$21</ins></p>`
  const linked = (end: string) =>
    readHtml(withEnd(end, '<link rel="stylesheet" href="/shop.css">')).content.split("\n").at(-1)

  it("stays as shown, once", () => {
    assert.strictEqual(linked(price("Was $30, now $21.")), "Vise: ~~$30~~ $21")
  })

  it("stays as shown if screen readers get something else", () => {
    assert.strictEqual(linked(price("A price.")), "Vise: ~~$30~~ $21")
  })
})

describe("an element is removed if its own style hides it:", () => {
  it.each([
    "display:none",
    "DISPLAY : NONE ! important",
    "dis\\70 lay:none",
    "display:none/* a comment */",
    "/* a; comment */display:none",
    "color:red;display:none",
    "visibility:hidden",
    "visibility:collapse",
    "content-visibility:hidden",
    "opacity:0",
    "opacity:.0",
    "opacity:0%",
    "opacity:.01",
    "font-size:0",
    "font-size:1px",
    "font-size:.05em",
    "font-size:1%",
    "font:0/0 a",
    "font:italic 1px serif",
    "position:absolute;left:-9999px",
    "position:fixed;top:-200vh",
    "position:absolute;right:-1000em",
    "margin-left:-9999px",
    "position:absolute;left:99999px",
    "text-indent:-9999px",
    "text-indent:-100em",
    "transform:scale(0)",
    "transform:rotate(3deg) scaleY(0)",
    "transform:translateX(-9999px)",
    "transform:matrix(0,0,0,0,0,0)",
    "scale:0",
    "clip:rect(0,0,0,0);position:absolute",
    "position:absolute;clip:rect(1px 1px 1px 1px)",
    "color:#fff",
    "color:color-mix(in srgb, white, white)",
    "color:Canvas",
    "zoom:.01",
    "rotate:x 90deg",
    "clip-path:inset(50%)",
    "clip-path:inset(100% 0 0 100%);clip-path:circle(0)",
    "clip-path:polygon(0 0, 0 0, 0 0)",
    "height:0;overflow:hidden",
    "width:1px;height:1px;overflow:hidden",
    "max-height:0;overflow-y:clip",
    "block-size:0;overflow:hidden",
    "max-inline-size:1px;overflow-inline:clip",
    "position:absolute;inset-inline-start:-9999px",
    "margin-inline-start:-9999px",
    "font-size:1e-3px",
    `${"color:red;".repeat(200)}display:none`,
    `display:none!important;${"color:red;".repeat(200)}display:block`,
    "color:transparent",
    "color:rgba(10,10,10,0)",
    "-webkit-text-fill-color:transparent",
    "color:#fff;background:#fff",
    "color:white;background-color:rgb(255,255,255)",
    "color:#fffffe;background:white",
    "color:hsl(0,0%,100%);background:#FFFFFF",
    "color:hsl(120 100% 25%);background:green",
  ])("%s", (style) => {
    const page = read(`<div style="${style}">${text}</div>`)
    assert.notInclude(page.content, "INJECTED")
    assert.deepStrictEqual(page.removed, { hidden_elements: 1, invisible_characters: 0 })
  })

  it("and not without it", () => assert.isTrue(isShown(`<div class="x">${text}</div>`)))
})

describe("an element stays if its style resembles a hiding one but hides nothing:", () => {
  it.each([
    "display:block",
    "display:none;display:block",
    "display:none;display:block!important",
    "opacity:0.5",
    "opacity:1",
    "font-size:10px",
    "font:0.9em serif",
    "font:400 16px/1.5 serif",
    "left:-20px",
    "text-indent:-2em",
    "height:0",
    "height:100px;overflow:hidden",
    "width:0",
    "transform:scale(1)",
    "transform:translateX(-50%)",
    "clip:rect(0,100px,100px,0)",
    "clip:auto",
    "clip-path:inset(10%)",
    "clip-path:polygon(0 0, 100% 0, 100% 100%)",
    "left:-9999px",
    "clip:rect(0,0,0,0)",
    "color:#ccc",
    "color:#fff;background:#000",
    "color:#fff;background:#fff url(dark.png)",
    "color:#fff;background:linear-gradient(#000,#111)",
    "color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text",
    "color:var(--text);background:#fff",
    "background:url('a;display:none')",
  ])("%s", (style) => {
    const page = read(`<div style="${style}">${text}</div>`)
    assert.include(page.content, "INJECTED")
    assert.notProperty(page, "removed")
  })
})

describe("inherited properties of an element", () => {
  it("are overridden by a child's own", () => {
    for (const [outer, inner] of [
      ["font-size:0", "font-size:16px"],
      ["visibility:hidden", "visibility:visible"],
      ["color:#fff;background:#fff", "color:#000"],
      ["color:#fff;background:#fff", "background:#000"],
      ["text-indent:-9999px", "text-indent:0"],
    ]) {
      const { content } = read(`<div style="${outer}">INJECTED<p style="${inner}">Plain words.</p></div>`)
      assert.notInclude(content, "INJECTED", outer)
      assert.include(content, "Plain words.", outer)
    }
  })

  it("are not overridden if they hide the whole element", () => {
    for (const outer of ["display:none", "opacity:0", "clip-path:inset(50%)"]) {
      assert.isFalse(
        isShown(`<div style="${outer}"><p style="display:block;opacity:1;clip-path:none">INJECTED</p></div>`),
        outer,
      )
    }
  })

  it("include the background colour, whichever element sets it", () => {
    assert.isFalse(isShown(`<div style="background:#fff"><p><b style="color:white">${text}</b></p></div>`))
    assert.isFalse(isShown(`<p style="color:#fff">${text}</p>`, "body{background-color:#fff}"))
    assert.isFalse(isShown(`<p class="pale">${text}</p>`, ".pale{color:#fefefe} article{background:#fff}"))
    const hero = `<div style="background:#fff"><div style="position:absolute"><p style="color:#fff">${text}</p></div></div>`
    assert.isTrue(isShown(hero))
  })

  it("remove the alternative text of an image, too", () => {
    const image = '<img src="a.png" alt="INJECTED">'
    assert.isFalse(isShown(`<div style="visibility:hidden">${image}</div>`))
    assert.isFalse(isShown(`<div style="display:none">${image}</div>`))
    assert.isTrue(isShown(`<div style="font-size:0">${image}</div>`))
  })
})

describe("a stylesheet of the page hides text by its rules:", () => {
  const element = `<div class="a b" id="one" lang="en" title="x">${text}</div>`
  it.each([
    ".a{display:none}",
    "#one{display:none}",
    "div.a.b{display:none}",
    "DIV{display:none}",
    "[lang]{display:none}",
    '[lang="en"]{display:none}',
    "[lang=en]{display:none}",
    "[class~=b]{display:none}",
    "[class^=a]{display:none}",
    "[class*=' ']{display:none}",
    "[class$=b]{display:none}",
    "[lang|=en]{display:none}",
    ".z, .a{display:none}",
    "article .a{display:none}",
    "main>article>.a{display:none}",
    "main .a{display:none}",
    ":root .a{display:none}",
    ".a:not(.c){display:none}",
    ":is(.c,.a){display:none}",
    "article :where(.a){display:none}",
    ".\\61 {display:none}",
    "@media screen{.a{display:none}}",
    "@media (min-width:600px){.a{display:none}}",
    "@media (width >= 600px) and (hover){.a{display:none}}",
    "@media not print{.a{display:none}}",
    "@supports (display:grid){.a{display:none}}",
    "@layer base{.a{display:none}}",
    "article{color:red; .a{display:none}}",
    "article{& .a{display:none}}",
    ".a{@media screen{display:none}}",
    "/* } */ .a /* { */ {display:none}",
    "x::before{content:'}'} .a{display:none}",
    "@import url(x.css); .a{display:none}",
    "/* ; */ <!-- @layer x; .a{display:none}",
    ".c{} .c;{} .a{display:none}",
    "@font-face{font-family:x;src:url(y)} .a{display:none}",
    "@keyframes f{from{opacity:0}} .a{display:none}",
    "<!-- .a{display:none} -->",
    ".a{display:block}.a{display:none}",
    ".a{display:none!important}.a{display:block}",
    ".a{display:none",
    "main article .a{display:none} .a{display:block}",
    ".a{content:'unclosed\n} .a{display:none}",
  ])("%s", (css) => assert.isFalse(isShown(element, css), css))

  it("and not without any", () => assert.isTrue(isShown(element)))

  it.each([
    ".c{display:none}",
    ".A{display:none}",
    "#two{display:none}",
    "span.a{display:none}",
    "[lang=fr]{display:none}",
    "[class^=b]{display:none}",
    "[class^='']{display:none}",
    "section .a{display:none}",
    "main>.a{display:none}",
    ".a .b{display:none}",
    ".a:hover{display:none}",
    ".a::before{display:none}",
    ".a:not(.b){display:none}",
    "p+.a:focus{display:none}",
    "@media print{.a{display:none}}",
    "@media (max-width:600px){.a{display:none}}",
    "@media screen and (max-width:600px), print{.a{display:none}}",
    "@media not screen{.a{display:none}}",
    "@media (prefers-color-scheme:dark){.a{display:none}}",
    "@supports not (display:grid){.a{display:none}}",
    "@keyframes f{.a{display:none}}",
    ".a{display:none}.a{display:block}",
    ".a{display:none}.a.b{display:block}",
    ".a.b{display:block}.a{display:none}",
    ".a{display:none}#one{display:block}",
    ".a{display:none;display:flex}",
    ".a{display:none}.a{display:block!important}",
    "@media print{.a{display:none}} .c{display:none}",
    ".a{content:'display:none'}",
    ".c{content:'} .a{display:none} .c{'}",
    ".a{color:red}} .c{display:none}",
    ".a,{color:red}",
    ".c&gt; .a{display:none}",
    "; .a{display:none}",
  ])("and doesn't otherwise: %s", (css) => assert.isTrue(isShown(element, css), css))

  it("unless the element's own style shows it", () => {
    assert.isTrue(isShown(`<div class="a" style="display:block">${text}</div>`, ".a{display:none}"))
    assert.isFalse(isShown(`<div class="a" style="display:block">${text}</div>`, ".a{display:none!important}"))
  })

  it("anywhere, except those for pages without scripts, or for print", () => {
    assert.isFalse(isShown(`<div class="a">${text}</div><style>.a{display:none}</style>`))
    assert.isTrue(isShown(`<div class="a">${text}</div><noscript><style>.a{display:none}</style></noscript>`))
    assert.isTrue(isShown(`<div class="a">${text}</div><style media="print">.a{display:none}</style>`))
    assert.isFalse(isShown(`<div class="a">${text}</div><style media="screen">.a{display:none}</style>`))
  })

  it("and is itself no text of the page", () => {
    assert.notInclude(read("<style>.INJECTED{}</style>").content, "INJECTED")
  })

  it("never the whole page", () => {
    assert.isTrue(isShown(text, "html,body{visibility:hidden;opacity:0;display:none}"))
  })
})

describe("a page of more rules than the limit", () => {
  it("hides every element that one of them may hide, and shows one whose selector can't be parsed", () => {
    const first = "The first sentence of this page is long enough to be read."
    const last = "The last sentence of this page is long enough to be read, too."
    const rules = Array.from({ length: 400 }, (_, n) => `.z${n} .c{top:0}`).join("")
    const css = `${rules} .s{display:none} .s.z{display:block} .t..u{display:none}`
    const { content } = readHtml(
      `<style>${css}</style><p class=t>${first}</p>${"<p class=c>x</p>".repeat(6_000)}${paragraph}` +
        `<div class=s>${text}</div><p class=t>${last}</p>`,
    )
    for (const shown of [first, last, "reads like prose"]) assert.include(content, shown)
    assert.notInclude(content, "INJECTED")
  })
})

describe("text that a click opens is kept:", () => {
  const long = `${text} ${"More of it stands here. ".repeat(4)}`
  it.each([
    ["the panel of a tab", `<div role="tabpanel" hidden>${text}</div>`],
    ["a panel within its box", `<div style="display:none"><div role="tabpanel">${text}</div></div>`],
    ["what a button controls", `<button aria-controls="p">More</button><p>x</p><div id="p" hidden>${text}</div>`],
    ["what a link unfolds", `<a data-bs-target="#p">More</a><p>x</p><div id="p" style="display:none">${text}</div>`],
    ["what stands behind a button", `<h3><button>More</button></h3><div style="display:none">${text}</div>`],
    [
      "what is folded to no height",
      `<div aria-expanded="false">More</div><div style="height:0;overflow:hidden">${text}</div>`,
    ],
    ["closed details", `<details><summary>More</summary>${text}</details>`],
    ["what a search may find", `<div hidden="until-found">${text}</div>`],
    ["what only screen readers skip", `<div class=a aria-hidden=true>${long.repeat(20)}</div>`],
    [
      "a page under a dialog",
      `<div aria-hidden=true style="top: -505px"><h1>Tides</h1><p>${long.repeat(9)}</p></div><dialog open>Hi</dialog>`,
    ],
  ])("%s", (_, html) => assert.isTrue(isShown(html)))

  it.each([
    ["a dialog", `<button aria-controls="p">More</button><div id="p" role="dialog" hidden>${text}</div>`],
    ["a menu", `<button>More</button><div hidden><a href=x>${text}</a></div>`],
    ["tiny text behind a button", `<button>More</button><div style="font-size:0">${text}</div>`],
    ["text far off behind a button", `<button>More</button><div style="position:absolute;left:-9999px">${text}</div>`],
    ["what nothing opens", `<div id="p" hidden>${text}</div>`],
    [
      "what a button without a name opens",
      `<button aria-controls="p"></button><p>x</p><div id="p" hidden>${text}</div>`,
    ],
    [
      "two panels of a rule",
      `<h3>T</h3><div class=a>${long}</div><h3>T</h3><div class=a>${long}</div>`,
      ".a{display:none}",
    ],
    ["panels without titles", `<p>x</p>${`<div><div class=a>${long}</div></div>`.repeat(4)}`, ".a{display:none}"],
    [
      "panels under white titles",
      `<h3 class=b>T</h3><p></p><div class=a>${long}</div>`.repeat(4),
      ".a{display:none}.b{color:#fff}",
    ],
    [
      "panels under hidden titles",
      `<h3 class=b>T</h3><p></p><div class=a>${long}</div>`.repeat(4),
      ".a,.b{display:none}",
    ],
    ["panels hidden one by one", `<h3>T</h3><div style="display:none">${long}</div>`.repeat(4)],
    [
      "a page that stopped under another one",
      `<div aria-hidden=true style="top: -505px"><p>${long.repeat(9)}</p></div>`,
    ],
    ["a menu of one class", `<ul class=a style="display:none"><li><a href=x>${long}</a></ul>`.repeat(40)],
  ])("not %s", (_, html, css?: string) => {
    const page = read(html, css)
    assert.notInclude(page.content, "INJECTED")
    assert.isAbove(page.removed?.hidden_elements ?? 0, 0)
  })

  it("the panels of an accordion, by a rule that hides one after the other under its title", () => {
    assert.isTrue(isShown(`<h3>T</h3><div class=a>${long}</div>`.repeat(3), ".a{display:none}"))
    assert.isTrue(isShown(`<h3>T</h3><div class=a style="display:none">${long}</div>`.repeat(3)))
    assert.isTrue(isShown(`<h3>T</h3><br><div class=a style="display:none">${long}</div>`.repeat(3)))
    assert.isTrue(isShown(`<p>T?</p><div class=c></div><div class=a>${long}</div>`.repeat(3), ".a{display:none}"))
  })

  it("or marked, if it is a list of a sample, without a word of it", () => {
    const sample = `<div class=json><code>{<ul><li>"Data": [<ul class=a><li>${text}</ul>]</ul>}</code></div>`
    assert.include(read(sample, ".a{display:none}").content, '"Data": […')
    assert.isFalse(isShown(sample, ".a{display:none}"))
    assert.notInclude(read(`<ul class=a><li>${text}</ul>`, ".a{display:none}").content, "…")
  })

  it("the lists of a sample that a visible control unfolds, and none that a button without words does", () => {
    const box = `<div class="collapsed"><button class=b aria-label=expand></button>{<ul class=a><li>${text}</ul>}</div>`
    const sample = (before: string) => `<div>${before}<div><code>${box}</code></div></div>`
    const css = ".collapsed>.a,.gone{display:none}.b{border:0;width:0}"
    assert.isTrue(isShown(sample("<p><button>Copy</button><button> Expand all </button></p>"), css))
    for (const before of [
      "",
      "<p>Expand all</p>",
      "<p><button>Copy</button></p>",
      "<p class=gone><button>Expand all</button></p>",
      '<p><button style="position:absolute;left:-99em">Expand all</button></p>',
      '<p><button aria-label="Expand all"></button></p>',
    ])
      assert.isFalse(isShown(sample(before), css), before)
    assert.isFalse(isShown(box, css))
    assert.isFalse(isShown(sample("<p><button>Expand all</button></p>").replaceAll("code>", "div>"), css))
  })

  it("the slides of a carousel that is a large part of the page", () => {
    assert.isTrue(isShown(`<ul><li>${long}${`<li class=a aria-hidden=true>${long.repeat(4)}`.repeat(4)}</ul>`))
  })

  it("rejected blocks that are most of the page", () => {
    const held = `<p>Loading.</p><div class="page">${paragraph.repeat(8)}${text}</div>`
    const shown = (css: string, html = held): boolean =>
      readHtml(`<style>${css}</style><main>${html}</main>`).content.includes("INJECTED")
    for (const own of ['class="page" style="display:none"', 'style="display:none"'])
      assert.isTrue(shown("", held.replace('class="page"', own)), own)
    assert.isFalse(shown("", `<form style="display:none">${held}</form>`))
    assert.isTrue(shown(".page{visibility:hidden}"))
    assert.isTrue(shown(".page{opacity:0}"))
    assert.isFalse(shown(".page{position:absolute;left:-9999px}"))
    assert.isFalse(shown(".page{visibility:hidden;position:absolute;left:-9999px}"))
  })

  it("not the copies of a page for other widths of the screen", () => {
    const css = "@media(min-width:1200px){.n{display:none}}@media(max-width:1199px){.w{display:none}}"
    const whole = paragraph.repeat(8) + text
    const copies = ["n", "w", "n"].map((name) => `<div class="${name}">${whole}</div>`).join("")
    const page = readHtml(`<style>${css}</style><main>${copies}</main>`)
    assert.strictEqual(page.content.split("INJECTED").length, 2)
    assert.strictEqual(page.removed?.hidden_elements, 2)
  })
})

describe("text that the page's own scripts and style sheets show is kept:", () => {
  const fading = "@keyframes in{from{opacity:0}to{opacity:1}}.a{opacity:0;animation:in 1s forwards}"
  it.each([
    ["text that an animation fades in", `<p class=a>${text}</p>`, fading],
    [
      "text that a script gives a class to",
      `<p class=a>${text}</p><script>document.querySelector(".a").classList.add("in-view")</script>`,
      ".a{opacity:0}.a.in-view{opacity:1}",
    ],
    [
      "text whose opacity a script sets",
      `<p id=q style="opacity:0">${text}</p><script>document.getElementById("q").style.opacity = 1</script>`,
    ],
    ["an element whose hidden attribute a rule overrides", `<p hidden class=a>${text}</p>`, ".a{display:flex}"],
    ["a class for screen readers without a rule", `<p class="sr-only">${text}</p>`],
    ["a popover that a rule shows", `<div popover class=a>${text}</div>`, ".a{display:block}"],
    ["white text where a style sheet isn't read", `<link rel=stylesheet href=x.css><p style="color:#fff">${text}</p>`],
    [
      "what waits for the first script",
      `<div class="no-js"><h5 class=a>${text}</h5><p>Words.</p></div><script src=x.js></script>`,
      ".no-js .a{display:none;opacity:0;visibility:hidden}",
    ],
    [
      "the captions of a gallery's slides",
      ["Oars", text, "Sails"]
        .map((name) => `<figure class="slide gone"><img src=a.png alt=A><figcaption>${name}</figcaption></figure>`)
        .join(""),
      ".gone{display:none}",
    ],
    ["what stands in a slot", `<div><template shadowrootmode=open><slot></slot></template><p>${text}</p></div>`],
  ])("%s", (_, html, css?: string) => assert.isTrue(isShown(html, css)))

  it.each([
    [
      "text that an animation fades out",
      `<p class=a>${text}</p>`,
      "@keyframes o{to{opacity:0}}.a{animation:o 1s forwards}",
    ],
    [
      "text that a script shows on a click",
      `<p id=q style="opacity:0">${text}</p><script>b.onclick = () => { document.getElementById("q").style.opacity = 1 }</script>`,
    ],
    ["text that a pointer shows", `<p class=a>${text}</p>`, ".a{opacity:0}.a:hover{opacity:1}"],
    [
      "a class for screen readers of a sheet that isn't read",
      `<link rel=stylesheet href=x><p class="sr-only">${text}</p>`,
    ],
    ["what has no slot", `<div><template shadowrootmode=open><p>Words.</p></template><p>${text}</p></div>`],
    [
      "text below an opaque box",
      `<div style="position:relative"><p>${text}</p><i style="position:absolute;inset:0;background:#eee"></i></div>`,
    ],
    [
      "text below the edge of a box",
      `<div style="height:40px;overflow:hidden"><p style="margin-top:90px">${text}</p></div>`,
    ],
    [
      "a row of no height",
      `<div style="display:grid;grid-template-rows:0fr"><div style="overflow:hidden">${text}</div></div>`,
    ],
    ["a colour of a variable", `<p class=a>${text}</p>`, ":root{--c:#fff}.a{color:var(--c)}"],
    [
      "what waits for a script on a page without one",
      `<div class="ssr"><p class=a>${text}</p></div>`,
      ".ssr .a{display:none}",
    ],
    [
      "what hides with scripts, too",
      `<div class="ssr"><p class=a>${text}</p></div><script src=x.js></script>`,
      ".ssr .a,.a{display:none}",
    ],
    [
      "a figure beside a text",
      `<figure class="slide gone"><img src=a.png alt=A><figcaption>${text}</figcaption></figure><p>Words.</p>`,
      ".gone{display:none}",
    ],
    ["a later sibling", `<i class=z></i><p class=a>${text}</p>`, ".z ~ .a{display:none}"],
    ["what follows another layer", `<p class=a>${text}</p>`, "@layer x{.a{display:block}}@layer y{.a{display:none}}"],
  ])("but not %s", (_, html, css?: string) => assert.isFalse(isShown(html, css)))
})

describe("text of controls, drawings and frames", () => {
  const sentence = "INJECTED words stand here to read."
  it.each([
    ["in a field", `<input value="${sentence}">`],
    ["in a text area", `<textarea>${sentence}</textarea>`],
    ["in the chosen option", `<select><option>One</option><option selected>${sentence}</option></select>`],
    ["on a button", `<button>${sentence}</button>`],
    ["in a drawing", `<svg><text>${sentence}</text></svg>`],
    ["in a frame", `<iframe srcdoc="<p>${sentence}</p>"></iframe>`],
  ])("is kept %s", (_, html) => assert.isTrue(isShown(html)))

  it.each([
    ["a hidden field", `<input type=hidden value="${sentence}">`],
    ["a hidden button", `<button style="display:none">${sentence}</button>`],
    ["an option that isn't chosen", `<select><option>One</option><option>${sentence}</option></select>`],
    ["a definition of a drawing", `<svg><defs><text>${sentence}</text></defs></svg>`],
    ["a hidden part of a frame", `<iframe srcdoc="<style>p{display:none}</style><p>${sentence}</p>"></iframe>`],
    ["a frame without a size", `<iframe width=0 height=0 srcdoc="<p>${sentence}</p>"></iframe>`],
  ])("is removed from %s", (_, html) => assert.isFalse(isShown(html)))
})

describe("removed text is counted", () => {
  it("by the outermost elements that hold text", () => {
    const { removed } = read(
      "<div hidden>one <p hidden>two</p></div><div hidden></div><div hidden> <br></div><p style='color:transparent'>a <b>b</b></p>",
    )
    assert.deepStrictEqual(removed, { hidden_elements: 2, invisible_characters: 0 })
  })

  it("without scripts, styles, templates and noscript content", () => {
    const page = read(
      "<script>x</script><style>.x{}</style><template>x</template><noscript>Without scripts.</noscript><object>x</object>",
    )
    assert.notProperty(page, "removed")
  })

  it("by invisible characters, in text, titles and alternative texts, but no soft hyphens", () => {
    const page = readHtml(
      "<title>A\u200b title</title><main><p>Zero\u200bwidth, \u202ebidi, tag\u{e0041}\u{e0042}, soft\u00adhyphen, 👩\u200d👧.</p>" +
        "<img src=a.png alt='An\u2060 image'></main>",
    )
    assert.strictEqual(
      page.content,
      "Zerowidth, bidi, tag, softhyphen, 👩\u200d👧.\n\n![An image](https://site.test/dir/a.png)",
    )
    assert.deepStrictEqual(page.removed, { hidden_elements: 0, invisible_characters: 6 })
  })

  it("in plain text, too", () => {
    const { removed } = readHtml("a\u200bb", { contentType: "text/plain" })
    assert.deepStrictEqual(removed, { hidden_elements: 0, invisible_characters: 1 })
  })
})

describe("text stays hidden", () => {
  const rest = `<p class=x>${text}</p>`
  it.each([
    ["behind a value that is none", `<p style="display:none;display:zzz">${text}</p>`, ""],
    ["behind a value that only looks like one", `<p style="display:none;display:table-foo">${text}</p>`, ""],
    ["behind values that don't go together", `<p style="display:none;display:none block">${text}</p>`, ""],
    ["behind a value that is told twice", `<p style="display:none;display:block block">${text}</p>`, ""],
    ["behind an opacity that is none", `<p style="opacity:0;opacity:zzz">${text}</p>`, ""],
    ["behind a size that is none", `<p style="font-size:0;font-size:zzz">${text}</p>`, ""],
    ["behind a value that is none in a stylesheet", rest, ".x{display:none}p.x{display:banana}"],
    ["that a layer shows", rest, ".x{display:none}@layer a{p.x{display:block}}"],
    ["that a layer holds to be important", rest, "@layer a{.x{display:none!important}}p.x{display:block!important}"],
    [
      "that is shown in a container of no such width",
      rest,
      ".x{display:none}@container a (min-width:9999px){.x{display:block}}",
    ],
    [
      "whose control is hidden",
      `<button hidden aria-controls=q>Open</button><p>z</p><div id=q hidden>${text}</div>`,
      "",
    ],
    [
      "whose control a stylesheet hides",
      `<span class=x><button aria-controls=q>Open</button></span><p>z</p><div id=q hidden>${text}</div>`,
      ".x{display:none}",
    ],
    ["behind a hidden button", `<button hidden>Open</button><div hidden>${text}</div>`, ""],
    ["far off by a shorthand", `<p style="margin:0 0 0 -9999px">${text}</p>`, ""],
    ["far off by a translation", `<p style="translate:-9999px">${text}</p>`, ""],
    ["filtered away", `<p style="filter:opacity(0)">${text}</p>`, ""],
    ["of next to no opacity", `<p style="opacity:1e-9">${text}</p>`, ""],
    ["within a formula", `<p>a <math><mi>x</mi><mtext style="display:none">${text}</mtext></math></p>`, ""],
    [
      "in a formula that its id hides",
      `<p>a <math id=q><mi>x</mi><mtext>${text}</mtext></math></p>`,
      "#q{display:none}",
    ],
    [
      "in the source of a formula that only a phantom backs",
      `<math><semantics><mrow><mphantom><mtext>${text}</mtext></mphantom><mi>x</mi></mrow>` +
        `<annotation encoding="application/x-tex">\\text{${text}}</annotation></semantics></math>`,
      "",
    ],
    [
      "in the name of a formula's hidden picture",
      `<span class=katex><img style="display:none" alt="${text}"></span>`,
      "",
    ],
    ["in an element of a name that can't be written", `<x.y hidden>${text}</x.y>`, ""],
    ["in an element of a long name", `<${"x".repeat(70)} hidden>${text}</${"x".repeat(70)}>`, ""],
    ["in what was once without content", `<command hidden>${text}</command><isindex hidden>${text}</isindex>`, ""],
    ["behind a field in a button", `<button hidden>a<input>${text}</button>`, ""],
    ["behind an output in a button", `<button hidden>a<output>${text}</output></button>`, ""],
    ["deeper than elements may stand", `${"<div>".repeat(120)}<p hidden>${text}</p><p>x${"</div>".repeat(120)}`, ""],
    [
      "deeper than elements may stand, by a rule",
      `${"<div>".repeat(120)}${rest}<p>x${"</div>".repeat(120)}`,
      ".x{display:none}",
    ],
    [
      "deeper than lists may stand",
      `${"<ul><li>".repeat(20)}<ul hidden><li>${text}<ul><li>y</ul></ul>${"</ul>".repeat(20)}`,
      "",
    ],
    [
      "deeper than tables may stand",
      `${"<table><tr><td>".repeat(8)}<table hidden><tr><td>${text}${"</table>".repeat(9)}`,
      "",
    ],
    [
      "where too much stands deep",
      `${"<div>".repeat(90)}<div hidden>${"<i></i>".repeat(40_000)}<div></div>${text}</div><p>x${"</div>".repeat(90)}`,
      "",
    ],
    ["by an attribute behind many", `<p ${"a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 ".repeat(5)} hidden>${text}</p>`, ""],
    ["for those without frames, where there are none", `<noframes>${text}</noframes>`, ""],
    ["in what pops up", `<div popover>${text}</div>`, ""],
    ["in a paragraph that a legend doesn't end", `<p hidden>a<legend>${text}</legend></p>`, ""],
    ["in a paragraph that an option doesn't end", `<p hidden>a<option>${text}</option></p>`, ""],
    ["in a paragraph that a cell without a table doesn't end", `<p hidden>a<td>${text}</p>`, ""],
    ["in a paragraph that a form in a form doesn't end", `<form><p hidden>a<form>${text}</p></form>`, ""],
  ])("%s", (_, end, css) => assert.isFalse(isShown(end, css)))

  it.each([
    ["a heading ends with the end tag of another", `<h2 hidden>a</h3><p>${text}`],
    ["a cell stands in no table", `<td>${text}<div>more`],
    ["a button begins where another was left open", `<button hidden>a<button>b</button><p>${text}`],
    ["an element is without content", `<keygen hidden><bgsound hidden><p>${text}`],
  ])("but not where %s", (_, end) => assert.isTrue(isShown(end)))

  it("but not if a layer alone names it", () =>
    assert.isTrue(isShown(rest, "@layer a{.x{display:none}p.x{display:block}}")))

  it("but not panels that a shown control opens", () =>
    assert.isTrue(isShown(`<button aria-controls=q>Open</button><p>z</p><div id=q hidden>${text}</div>`)))
})
