import { assert, describe, it } from "@effect/vitest"
import { article, readHtml } from "../../extract/test/support.ts"

const paragraph = "<p>A sentence with some words in it, and a comma or two, so that it reads like prose to anyone.</p>"
const text = "INJECTED words to obey."
const target = `<div class="a b" id="one">${text}</div>`

const isShown = (end: string, head = ""): boolean =>
  readHtml(article(paragraph.repeat(8) + end, head)).content.includes("INJECTED")

const escaped = encodeURIComponent
const base64 = (css: string): string => Buffer.from(css).toString("base64")
const hide = ".b{visibility:hidden}"

type Row = readonly [name: string, end: string, css?: string | undefined]

const hidden = (rows: ReadonlyArray<Row>) =>
  it.each(rows)("%s", (_, end = "", css = "") => assert.isFalse(isShown(end, `<style>${css}</style>`)))
const shown = (rows: ReadonlyArray<Row>) =>
  it.each(rows)("%s", (_, end = "", css = "") => assert.isTrue(isShown(end, `<style>${css}</style>`)))
const styles = (list: ReadonlyArray<string>): ReadonlyArray<Row> =>
  list.map((style) => [style, `<div style="${style.replaceAll('"', "&quot;")}">${text}</div>`])
const rules = (list: ReadonlyArray<string>): ReadonlyArray<Row> => list.map((css) => [css, target, css])

describe("a style sheet within the document hides text:", () => {
  it.each([
    ["a link's", `<link rel="stylesheet" href="data:text/css,${escaped(hide)}">`],
    ["a link's, unescaped and without quotes", `<link rel=stylesheet href=data:text/css,.b{opacity:0}>`],
    ["a link's in base64", `<link rel="StyleSheet" href="data:text/css;charset=utf-8;base64,${base64(hide)}">`],
    ["a link's up to its fragment", `<link rel=stylesheet href="data:text/css,.b{opacity:0}#.b{opacity:1!important}">`],
    [
      "an import of a link's",
      `<link rel=stylesheet href="data:text/css,${escaped(`@import 'data:text/css,${hide}'`)}">`,
    ],
    ["an import", `<style>@import "data:text/css,${escaped(hide)}";</style>`],
    ["an import in base64", `<style>@import url(data:text/css;base64,${base64(hide)}) all;</style>`],
    ["an import with escapes", `<style>@import "d\\61 ta:text/css,${escaped(hide)}";</style>`],
    [
      "an import of an import",
      `<style>@import "data:text/css;base64,${base64(`@import "data:text/css,${hide}";`)}";</style>`,
    ],
    [
      "an import into a later layer",
      `<style>@layer x,y;@import "data:text/css,${escaped(hide)}" layer(y);@layer x{.b{visibility:visible}}</style>`,
    ],
    [
      "an import under a condition",
      `<style>@import "data:text/css,${escaped(hide)}" supports(not (banana:y)) (width>9px);</style>`,
    ],
    [
      "an import of a rule for an attribute",
      `<style>@import "data:text/css,[data-odd]{display:none}";</style><p data-odd>${text}</p>`,
    ],
    ["a drawing's", `<svg><style>${hide}</style></svg>`],
    ["a drawing's in a section", `<svg><g><style><![CDATA[${hide}]]></style></g></svg>`],
  ])("%s", (_, markup) => assert.isFalse(isShown(markup.includes("data-odd") ? markup : markup + target)))

  it.each([
    ["for print", `<link rel=stylesheet media=print href="data:text/css,${escaped(hide)}">`],
    ["of another type", `<link rel=stylesheet href="data:text/html,${escaped(hide)}">`],
    ["of a link that is disabled", `<link rel=stylesheet disabled href="data:text/css,${escaped(hide)}">`],
    ["of a link that only loads", `<link rel=preload href="data:text/css,${escaped(hide)}">`],
    ["in a template", `<template><link rel=stylesheet href="data:text/css,${escaped(hide)}"></template>`],
    ["imported after a rule", `<style>.z{color:red}@import "data:text/css,${escaped(hide)}";</style>`],
    ["imported for print", `<style>@import "data:text/css,${escaped(hide)}" print;</style>`],
    [
      "imported into a layer that loses",
      `<style>@import "data:text/css,${escaped(hide)}" layer;.b{visibility:visible}</style>`,
    ],
    ["about the shapes of a drawing", `<svg><style>.b{fill:none;stroke:red}</style><path class="b" d="M0 0"/></svg>`],
    ["of a type that isn't CSS", `<style type="text/less">${hide}</style>`],
  ])("but not one %s", (_, markup) => assert.isTrue(isShown(markup + target)))

  it("within the limit of all sheets", () => {
    const long = `.z{color:red}`.repeat(90_000)
    const css = `@import "data:text/css;base64,${base64(long)}";${hide}`
    assert.include(
      JSON.stringify(readHtml(article(paragraph.repeat(8) + target, `<style>${css}</style>`)).reduced),
      "structure",
    )
  })

  it("that imports itself in a chain, up to the fourth", () => {
    const chain = (depth: number): string =>
      depth === 0 ? hide : `@import "data:text/css;base64,${base64(chain(depth - 1))}";`
    assert.isFalse(isShown(target, `<style>${chain(4)}</style>`))
    assert.isTrue(isShown(target, `<style>${chain(5)}</style>`))
  })
})

describe("an effect hides text:", () => {
  hidden(
    styles([
      "filter:blur(12px)",
      "filter:saturate(2) blur(.5em)",
      "filter:invert(1) grayscale(1)",
      "filter:contrast(0);background:#123",
      "background:#000;color:#fff;filter:brightness(0)",
      "background:#036;mix-blend-mode:normal;color:#036",
      "letter-spacing:-.9em",
      "letter-spacing:-8px",
      "word-spacing:-3em",
      "font-size-adjust:0",
      "mask:linear-gradient(45deg,#0000,rgb(1 1 1/0))",
      "mask-image:linear-gradient(#000,#000);mask-size:0 0",
      "clip-path:polygon(10px 10px,50px 50px,90px 90px)",
      "clip-path:inset(0 0 0 100%)",
      "clip-path:circle(.5px at 20px 20px)",
      "clip-path:rect(5px 5px 5px 5px)",
      "clip-path:path('M 0 0 H 500 Z')",
      "transform:skewY(90deg)",
      "transform:matrix3d(1,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1)",
      "color:#fff0;background:white;-webkit-background-clip:text",
      "color:#eee;background:linear-gradient(to left,#eee,#efefef)",
      "-webkit-text-stroke:.5em white",
      "color:transparent;text-shadow:900px 0 black",
      "content:url(data:,x)",
      "opacity:.05;color:#999",
      "color:accentcolortext",
      "display:table-column",
      "height:2px;overflow:hidden",
      "position:fixed;inset:auto auto 100% auto",
      "position:absolute;clip:rect(auto,0,auto,auto)",
      "opacity:calc(sin(0) * 1)",
      "opacity:env(--nothing,0%)",
      "visibility:env(nothing,hidden)",
    ]),
  )
  hidden([
    ["a blend with the box behind", `<div style="background:#fff"><p style="mix-blend-mode:lighten">${text}</p></div>`],
    [
      "a difference to the box behind",
      `<div style="background:#fff"><p style="mix-blend-mode:difference"><b>${text}</b></p></div>`,
    ],
    ["a blend with a dark page", `<p style="color:#fff;mix-blend-mode:multiply">${text}</p>`, "body{background:#000}"],
    ["a filter above its colours", `<div style="filter:invert(1)"><p><b>${text}</b></p></div>`],
    [
      "close letters by their size, whatever it is",
      `<link rel="stylesheet" href="/a.css"><p style="letter-spacing:-.9em">${text}</p>`,
    ],
    [
      "close letters of a size, whatever another style sheet says",
      `<link rel="stylesheet" href="/a.css"><p style="font-size:14px;letter-spacing:-9px">${text}</p>`,
    ],
    [
      "its colour on a ground that is blended with it",
      `<p style="background:#fff;color:#fff;mix-blend-mode:screen">${text}</p>`,
    ],
    [
      "a place behind a box",
      `<div style="background:#eee"><div><p style="position:relative;z-index:-2">${text}</p></div></div>`,
    ],
    [
      "a blurred box in front",
      `<div style="position:relative">${text}<i style="position:absolute;inset:0;backdrop-filter:blur(30px)"></i></div>`,
    ],
    [
      "a box in front of words without an element",
      `<div style="position:relative">${text}<i style="position:absolute;inset:0;background:#ddd"></i></div>`,
    ],
  ])

  shown(
    styles([
      "filter:blur(1px)",
      "filter:blur(0)",
      "filter:grayscale(100%)",
      "filter:brightness(1.1) contrast(1.05)",
      "filter:drop-shadow(0 1px 2px #0003)",
      "background:#000;color:#fff;filter:invert(1)",
      "color:#fff;filter:drop-shadow(0 0 2px #000)",
      "mix-blend-mode:normal",
      "mix-blend-mode:multiply",
      "mix-blend-mode:screen",
      "color:#fff;background:#000;mix-blend-mode:screen",
      "letter-spacing:-.05em",
      "letter-spacing:-1px",
      "letter-spacing:.3em",
      "word-spacing:-.2em",
      "font-size-adjust:.5",
      "mask-image:linear-gradient(#000 70%,transparent)",
      "mask-size:0",
      "clip-path:polygon(0 0,100% 0,100% calc(100% - 2vw),0 100%)",
      "clip-path:inset(0 round 8px)",
      "clip-path:circle(75%)",
      "transform:skewX(-12deg)",
      "transform:matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1)",
      "color:#06c;background:linear-gradient(#06c,#06c) no-repeat 0 100%/100% 1px",
      "color:#06c;background-image:linear-gradient(#06c,#06c);background-size:100% 2px",
      "color:transparent;background:linear-gradient(90deg,#06c,#c06);background-clip:text",
      "-webkit-text-stroke:1px #333",
      "-webkit-text-stroke:8px #fff;paint-order:stroke fill",
      "text-shadow:1px 1px 0 #fff",
      "content:'x'",
      "font-family:'Some Font',serif",
      "fill:none",
      "fill:#fff;stroke:#fff",
      "padding-bottom:env(safe-area-inset-bottom,0)",
      "height:3em;overflow:hidden",
    ]),
  )
  shown([
    [
      "a blend in a stacking context",
      `<div style="isolation:isolate"><p style="mix-blend-mode:screen">${text}</p></div>`,
    ],
    [
      "a difference in white on a white box",
      `<div style="background:#fff"><p style="color:#fff;mix-blend-mode:difference">${text}</p></div>`,
    ],
    ["two filters that undo each other", `<div style="filter:invert(1)"><p style="filter:invert(1)">${text}</p></div>`],
    [
      "spacing that is undone",
      `<div style="letter-spacing:-.31em;word-spacing:-2em"><p style="letter-spacing:normal;word-spacing:normal">${text}</p></div>`,
    ],
    [
      "a negative index in a stacking context",
      `<div style="background:#eee;position:relative;z-index:0"><p style="position:relative;z-index:-1">${text}</p></div>`,
    ],
    ...[
      "will-change:transform",
      "perspective:500px",
      "transform-style:preserve-3d",
      "content-visibility:auto",
      "view-transition-name:card",
      "animation:turn 1s",
    ].map((style): Row => [
      `a negative index in a stacking context by ${style}`,
      `<div style="background:#eee;${style}"><p style="position:relative;z-index:-1">${text}</p></div>`,
    ]),
    [
      "a blend of letters together with their ground",
      `<div style="background:#fff"><p style="background:#fff;mix-blend-mode:screen">${text}</p></div>`,
    ],
    [
      "a blend beside a picture",
      `<div style="background:#fff"><div><video src="a.mp4"></video><p style="mix-blend-mode:screen">${text}</p></div></div>`,
    ],
    ...["color:#fff;mix-blend-mode:difference", "mix-blend-mode:screen"].map((style): Row => [
      `a blend (${style}) in the cell of a picture`,
      `<div class="g"><video src="a.mp4"></video><p style="${style}">${text}</p></div>`,
      "body{background:#fff}.g{display:grid}.g>*{grid-area:1/1}",
    ]),
    [
      "a blend in the cell of a box",
      `<div class="g"><i style="background:#06c"></i><p style="mix-blend-mode:screen">${text}</p></div>`,
      "body{background:#fff}.g{display:grid}.g>*{grid-area:1/1}",
    ],
    [
      "an order of painting that is inherited",
      `<p>${text}</p>`,
      "body{paint-order:stroke}p{-webkit-text-stroke:9px #fff}",
    ],
    ["close letters of a heading", `<h1 style="letter-spacing:-8px">${text}</h1>`],
    [
      "close letters whose size another style sheet may set",
      `<link rel="stylesheet" href="/a.css"><p style="letter-spacing:-8px">${text}</p>`,
    ],
    [
      "close letters whose size is relative to that of another style sheet",
      `<link rel="stylesheet" href="/a.css"><p style="font-size:2em;letter-spacing:-12px">${text}</p>`,
    ],
    [
      "a blurred header",
      `<div style="position:sticky;top:0;backdrop-filter:blur(20px);background:#fff9">${text}</div>`,
    ],
    [
      "a page that is blurred until a dialog closes",
      `<div style="filter:blur(6px)">${paragraph.repeat(8)}${text}</div>`,
    ],
  ])
})

const cover = "content:'';position:absolute;inset:0;background:#fff"

describe("a pseudo-element hides text:", () => {
  hidden(
    rules([
      ".b::first-line{color:#0000}",
      "#one:first-line{font-size:0}",
      "div:nth-of-type(1)::first-line{color:white}",
      ".a{position:relative}.a:after{content:'';position:absolute;inset:0;background:#abc}",
      '.a{position:relative}.b::before{content:"";position:absolute;top:0;right:0;bottom:0;left:0;background-color:white}',
    ]),
  )
  hidden([
    [
      "a cover above the layers of its text",
      `<div class="a"><p style="opacity:.9">${text}</p></div>`,
      `.a{position:relative}.a::after{${cover}}`,
    ],
    [
      "a cover that a script doesn't know",
      `<div class="a">${text}</div><script>console.log("Hello.")</script>`,
      `.a{position:relative}.a::after{${cover}}`,
    ],
    [
      "the first line of a box's first paragraph",
      `<div class=f><p>${text}<p>More.</div>`,
      ".f::first-line{color:#fff}",
    ],
  ])
  shown(
    rules([
      ".b::first-line{color:#444;font-weight:bold}",
      ".b::first-line{font-variant:small-caps;letter-spacing:.1em}",
      ".b::first-letter{float:left;font-size:4em;line-height:.8}",
      ".b::first-line{opacity:0}",
      ".a{position:relative}.a::after{content:'';position:absolute;inset:0}",
      ".a{position:relative}.a::after{content:'';position:absolute;inset:0;background:#0002}",
      ".a{position:relative}.a::after{content:'';position:absolute;inset:0;background:#000;transform:scaleX(0)}",
      ".a{position:relative}.a::after{content:'';position:absolute;inset:0;background:#000;transform:translateY(100%)}",
      ".a{position:relative;z-index:1}.a::before{content:'';position:absolute;inset:0;background:#eee;z-index:-1}",
      ".a{position:relative}.a::after{content:none;position:absolute;inset:0;background:#000}",
      ".a{position:relative}.a::before{content:'';position:absolute;inset:0;background:#eee;mix-blend-mode:multiply}",
      ...[
        "width:0",
        "width:4px",
        "width:50%",
        "margin:auto;height:1px",
        "max-height:2px",
        "max-width:30%",
        "margin-left:90%",
        "clip-path:inset(0 100% 0 0)",
        "clip-path:circle(0)",
        "--ty:100%;translate:var(--tx,0) var(--ty)",
        "scale:0 1",
        "rotate:90deg",
        "padding:1px;-webkit-mask:linear-gradient(#fff 0 0) content-box,linear-gradient(#fff 0 0);mask-composite:exclude",
        "padding:40px;background-clip:content-box",
        "visibility:collapse",
        "animation:away 1s infinite",
      ].map((style) => `.a{position:relative}.a::after{${cover};${style}}`),
      ".a::before{content:'“'}.a::after{content:'';display:table;clear:both}",
      "*,::before,::after{box-sizing:border-box;border:0 solid}",
    ]),
  )
  shown([
    [
      "a layer of a flex box above its cover",
      `<div class="f"><div style="z-index:1">${text}</div></div>`,
      ".f{position:relative;display:flex}.f::before{content:'';position:absolute;inset:0;background:#06c}",
    ],
    ...[
      `<div><div><p style="position:relative;z-index:1">${text}</p></div></div>`,
      `<div><p style="position:relative">${text}</p></div>`,
      `<p style="opacity:.99">${text}</p>`,
      `<p style="transform:translateZ(0)">${text}</p>`,
      `<p style="will-change:transform">${text}</p>`,
      `<div><p style="isolation:isolate">${text}</p></div>`,
    ].map((inner): Row => [
      `a layer above its cover: ${inner}`,
      `<div class="f">${inner}</div>`,
      `.f{position:relative}.f::before{${cover}}`,
    ]),
    ...[
      `.f.in::after{transform:scaleX(0)}</style><script>new IntersectionObserver((all) => all.forEach((one) => one.target.classList.add("in")))</script>`,
      `.f.done::after{display:none}</style><script>for (const one of document.querySelectorAll(".f")) one.classList.add("done")</script>`,
      `</style><script>document.querySelector(".f").className = ""</script>`,
      `</style><script src="/app.js"></script>`,
      `</style><link rel="stylesheet" href="/app.css">`,
    ].map((end): Row => [
      `a cover that goes away: ${end}`,
      `<div class="f">${text}</div><style>.f{position:relative}.f::after{${cover}}${end}`,
    ]),
    ["a second line", `<p class=f>Words.<br>${text}</p>`, ".f::first-line{color:#fff}"],
  ])
})

describe("a rule of a rare kind hides text:", () => {
  hidden(
    rules([
      "@scope (article){.b{display:none}}",
      "@scope (main) to (.c){:scope .a{display:none}}",
      "article{container-type:inline-size}@container (width > 20px){.b{display:none}}",
      "@property --o{syntax:'*';inherits:false;initial-value:0}.b{opacity:var(--o)}",
      ".c:is(.d),.b:is(:unheard-of,div){display:none}",
      ":-webkit-any(.b,.c){display:none}",
      ".b:dir(ltr){display:none}",
      ".a:read-only{display:none}",
      "@media (min-color:4) and (monochrome:0){.b{display:none}}",
      "@media (min-width:calc(9px * 2)){.b{display:none}}",
      "@keyframes k{0%,40%,100%{opacity:0}}.b{animation:2s infinite k}",
      "@keyframes k{0%{opacity:0}}.b{animation:k 1s 3600s backwards}",
      "@keyframes k{0%{opacity:0}}.b{animation:k 24000s}",
    ]),
  )
  shown(
    rules([
      "@scope (article) to (.a){.b{display:none}}",
      "@scope (.c){.b{display:none}}",
      "@scope{.b{display:none}}",
      "article{container-type:inline-size}@container (width < 20px){.b{display:none}}",
      "article{container-type:inline-size}@container (width > 900px){.b{display:none}}",
      "@container (width > 20px){.b{display:none}}",
      "@property --o{syntax:'*';inherits:false;initial-value:0}.b{--o:1;opacity:var(--o)}",
      ".b:read-write{display:none}",
      "@keyframes k{0%{opacity:0}50%{opacity:1}100%{opacity:0}}.b{animation:k 9s infinite}",
      "@keyframes k{0%{opacity:0}}.b{animation:k .3s .2s backwards}",
      "@keyframes k{from{transform:translateX(100vw)}to{transform:translateX(-100%)}}.b{animation:k 20s linear infinite}",
    ]),
  )
})

describe("a part of a drawing or a formula is hidden:", () => {
  const sentence = "INJECTED words stand here to read."
  const drawing = (inner: string): string => `<svg width="900" height="40">${inner}</svg>`
  hidden([
    ["a group's opacity", drawing(`<g opacity="0"><g><text>${sentence}</text></g></g>`)],
    ["a group's display", drawing(`<g display="none"><text>${sentence}</text></g>`)],
    ["a group's style", drawing(`<g style="visibility:hidden"><text>${sentence}</text></g>`)],
    ["a group's class", drawing(`<g class="gone"><text>${sentence}</text></g>`), ".gone{display:none}"],
    ["a text's fill", drawing(`<text fill-opacity="0">${sentence}</text>`)],
    ["a text's size", drawing(`<text font-size="0.1">${sentence}</text>`)],
    ["a part's fill", drawing(`<text>Words <tspan fill="none">${sentence}</tspan></text>`)],
    ["a drawing without a size", `<svg width="0" height="40"><text>${sentence}</text></svg>`],
    ["a phantom alone", `<math><mphantom><mtext>${text}</mtext></mphantom></math>`],
    ["a phantom in a row", `<math><mrow><mi>x</mi><mphantom><mtext>${text}</mtext></mphantom></mrow></math>`],
    ["an action's other state", `<math><maction actiontype="toggle"><mi>x</mi><mtext>${text}</mtext></maction></math>`],
    ["a formula's colour", `<math><mtext mathcolor="#FFF">${text}</mtext></math>`],
    ["a formula's size", `<math><mstyle mathsize="0"><mtext>${text}</mtext></mstyle></math>`],
    ["a field's colour", `<input value="${sentence}" style="color:white">`],
  ])
  const scaled = (inner: string, box: string): string => `<svg viewBox="${box}" width="900">${inner}</svg>`
  hidden([
    ["a size of nothing in any unit", scaled(`<text font-size="0">${sentence}</text>`, "0 0 20 10")],
    ["a group of no size", scaled(`<g transform="scale(0)"><text>${sentence}</text></g>`, "0 0 20 10")],
    ["no ink in any unit", scaled(`<text fill="none">${sentence}</text>`, "0 0 20 10")],
  ])
  shown([
    ["a size in a drawing's units", scaled(`<text x="1" y="2" font-size="1">${sentence}</text>`, "0 0 20 10")],
    ["a scale", scaled(`<g transform="scale(.0004)"><text font-size="20">${sentence}</text></g>`, "0 0 1 1")],
    [
      "a place in a drawing's units",
      scaled(`<g transform="translate(-1000,-900)"><text>${sentence}</text></g>`, "-1000 -1000 2000 2000"),
    ],
    [
      "a chart's label",
      drawing(
        `<style>.t{font-size:12px;fill:#333}</style><g class="t" transform="translate(4,4)"><text class="t">${sentence}</text></g>`,
      ),
    ],
    ["a part of a label", drawing(`<text>Words <tspan fill="#900" font-size="14">${sentence}</tspan></text>`)],
    ["a formula's text in a colour", `<math><mtext mathcolor="red">${text}</mtext></math>`],
    [
      "a formula's text on a dark box",
      `<div style="background:#000;color:#fff"><math><mtext mathcolor="white">${text}</mtext></math></div>`,
    ],
  ])
})
