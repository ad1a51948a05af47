/** Cases of the places from which a page takes its style sheets, and of fonts. */
import { type Case, marked, ruled } from "./Case.ts"

const none = ".a{display:none}"
const escaped = encodeURIComponent(none)
const base64 = Buffer.from(none).toString("base64")
const target = `<div class="a b">{T}</div>`

const linked = (tags: Readonly<Record<string, string>>): ReadonlyArray<Case> =>
  Object.entries(tags).map(([name, head]) => ({ name: `linked sheet: ${name}`, head, body: target }))

export const sheetCases: ReadonlyArray<Case> = [
  ...linked({
    "data, as written": `<link rel="stylesheet" href="data:text/css,${none}">`,
    "data, escaped": `<link rel=stylesheet href="data:text/css,${escaped}">`,
    "data in base64": `<link href="data:text/css;base64,${base64}" rel="STYLESHEET">`,
    "data with a charset": `<link rel="stylesheet" href="data:text/css;charset=utf-8,${escaped}">`,
    "data with a charset in base64": `<link rel="stylesheet" href="DATA:Text/CSS;charset=utf-8;base64,${base64}">`,
    "data for the screen": `<link rel="stylesheet" media="screen and (min-width:1px)" href="data:text/css,${escaped}">`,
    "data with its type": `<link rel="preload stylesheet" type="text/css" href=" data:text/css,${escaped}">`,
    "data after an overridden sheet": `<style>.a{display:block}</style><link rel="stylesheet" href="data:text/css,${escaped}">`,
    "data with an import": `<link rel="stylesheet" href="data:text/css,${encodeURIComponent(`@import "data:text/css,${escaped}";`)}">`,
    "data for print": `<link rel="stylesheet" media="print" href="data:text/css,${escaped}">`,
    "data of another type": `<link rel="stylesheet" href="data:text/plain,${escaped}">`,
    "data without a type": `<link rel="stylesheet" href="data:,${escaped}">`,
    "data of a link of another type": `<link rel="stylesheet" type="text/less" href="data:text/css,${escaped}">`,
    "data of an alternate": `<link rel="alternate stylesheet" title="x" href="data:text/css,${escaped}">`,
    "data of a disabled link": `<link rel="stylesheet" disabled href="data:text/css,${escaped}">`,
    "data that is only loaded early": `<link rel="preload" as="style" href="data:text/css,${escaped}">`,
    "data before an overriding sheet": `<link rel="stylesheet" href="data:text/css,${escaped}"><style>.a{display:block}</style>`,
    "style of another type": `<style type="text/x-template">${none}</style>`,
    "style of its type": `<style type="TEXT/CSS">${none}</style>`,
  }),
  ...marked("linked sheet in the body", {
    "data, as written": `<link rel="stylesheet" href="data:text/css,.a{opacity:0}">${target}`,
    "after the text": `${target}<link rel="stylesheet" href="data:text/css,${escaped}">`,
    "in a shadow tree": `<div><template shadowrootmode="open"><link rel="stylesheet" href="data:text/css,${escaped}"><p class="a">{T}</p></template></div>`,
    "of a shadow tree, outside": `<div><template shadowrootmode="open"><link rel="stylesheet" href="data:text/css,${escaped}"></template></div>${target}`,
    "in a template": `<template><link rel="stylesheet" href="data:text/css,${escaped}"></template>${target}`,
    "in a noscript": `<noscript><link rel="stylesheet" href="data:text/css,${escaped}"></noscript>${target}`,
    "in a frame": `<iframe width="900" height="80" srcdoc="<link rel=stylesheet href='data:text/css,p{display:none}'><p>{T}</p>"></iframe>`,
  }),
  ...ruled("import", [
    `@import "data:text/css,${escaped}";`,
    `@import 'data:text/css;base64,${base64}';.c{color:red}`,
    `@import url("data:text/css,${escaped}");`,
    `@import url(data:text/css,${escaped});`,
    `@IMPORT URL('data:text/css;charset=utf-8,${escaped}') screen;`,
    `@charset "utf-8";@import "data:text/css,${escaped}";`,
    `@layer x;@import "data:text/css,${escaped}";`,
    `@import "data:text/css,${escaped}" layer(x);`,
    `@import "data:text/css,${escaped}" layer;`,
    `@import "data:text/css,${escaped}" supports(display:grid);`,
    `@import "data:text/css,${escaped}" layer(x) supports(display:grid) screen and (min-width:1px);`,
    `@import "data:text/css,${encodeURIComponent(`@import "data:text/css,${escaped}";`)}";`,
    `/* x */@import/**/"data:text/css,${escaped}";`,
    `@import "data:text/css,${escaped}"`,
    `@import "data:text/css,${escaped}" print;`,
    `@import "data:text/css,${escaped}" supports(display:banana);`,
    `@import "data:text/css,${escaped}" layer(x);.a{display:block}`,
    `.c{color:red}@import "data:text/css,${escaped}";`,
    `@import "data:text/plain,${escaped}";`,
    `@import "data:text/css,${escaped}";.a{display:block}`,
    `.outer{@import "data:text/css,${escaped}";}`,
    `@media screen{@import "data:text/css,${escaped}";}`,
  ]),
  ...marked("style in a drawing", {
    "at its start": `<svg width="9" height="9"><style>${none}</style><rect width="9" height="9"/></svg>${target}`,
    "in its definitions": `<svg width="9" height="9"><defs><style type="text/css">${none}</style></defs></svg>${target}`,
    "in a CDATA section": `<svg width="9" height="9"><style><![CDATA[${none}]]></style></svg>${target}`,
    "in a group": `<svg width="9" height="9"><g><style>${none}</style></g></svg>${target}`,
    "in a foreign object": `<svg width="9" height="9"><foreignObject><style>${none}</style></foreignObject></svg>${target}`,
    "for its own text": `<svg width="900" height="40"><style>.a{display:none}</style><text class="a" x="5" y="20">{T}</text></svg>`,
    "for print": `<svg width="9" height="9"><style media="print">${none}</style></svg>${target}`,
    "for drawn shapes only": `<svg width="9" height="9"><style>.a{fill:none;stroke:red}</style><rect class="a" width="9" height="9"/></svg>${target}`,
    "in an unused template": `<template><svg><style>${none}</style></svg></template>${target}`,
  }),
]
