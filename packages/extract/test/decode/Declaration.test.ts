import { assert, describe, it } from "@effect/vitest"
import * as Declaration from "../../src/decode/Declaration.ts"
import { inMarkup } from "../../src/decode/MarkupDeclaration.ts"
import { bytesOf } from "../support.ts"

describe("a label", () => {
  it.each([
    ["UTF8", "utf-8"],
    ["utf-8;", "utf-8"],
    [' "Latin1" ', "windows-1252"],
    ["'Shift_JIS'", "shift_jis"],
    ["x-sjis", "shift_jis"],
    ["CP1250", "windows-1250"],
    ["gb2312", "gbk"],
    ["ks_c_5601-1987", "euc-kr"],
    ["ISO-8859-8-I", "iso-8859-8-i"],
  ])("%j is %s", (label, encoding) => assert.strictEqual(Declaration.encodingOf(label), encoding))

  it.each([
    "",
    "klingon",
    "replacement",
    "iso-2022-kr",
    "hz-gb-2312",
    "utf_8",
    "x-user-defined",
    "none",
    "x".repeat(10_000),
  ])("%j is invalid", (label) => assert.isUndefined(Declaration.encodingOf(label)))
})

describe("a Content-Type", () => {
  it.each([
    ["text/html;charset=KOI8-R", "koi8-r"],
    ['text/html; Charset = "koi8-r"', "koi8-r"],
    ["text/html; charset='koi8-r'", "koi8-r"],
    ["text/html; charset=koi8-r; charset=utf-8", "koi8-r"],
    ["text/html; charset=klingon; charset=utf-8", "utf-8"],
    ["text/html; charset=koi8-r, text/html; charset=utf-8", "koi8-r"],
    ["text/html; charset=utf-8;", "utf-8"],
    ['text/html; x="y"; charset=utf-8', "utf-8"],
  ])("%s names %s", (header, encoding) => assert.strictEqual(Declaration.inContentType(header), encoding))

  it.each(["text/html", "", "text/html; charset=", "text/html; notcharset=utf-8", "charset=utf-8"])(
    "%s names none",
    (header) => assert.isUndefined(Declaration.inContentType(header)),
  )
})

const declaredIn = (html: string): string | undefined => inMarkup(bytesOf(html))

describe("a declaration in markup", () => {
  it.each([
    ["<META CHARSET=koi8-r>", "koi8-r"],
    ["<meta/charset=koi8-r/>", undefined],
    ["<meta/charset=koi8-r />", "koi8-r"],
    ["<meta name=x charset = 'koi8-r' >", "koi8-r"],
    ["<meta charset=klingon><meta charset=koi8-r>", "koi8-r"],
    ["<meta charset=koi8-r charset=utf-8>", "koi8-r"],
    ["<meta charset=utf-16be>", "utf-8"],
    ["<meta http-equiv='Content-Type' content='text/html; charset=koi8-r'>", "koi8-r"],
    ["<meta content='text/html; charset = \"koi8-r\"; x' http-equiv=content-type>", "koi8-r"],
    ["<meta content='charset=koi8-r'>", undefined],
    ["<meta http-equiv=refresh content='charset=koi8-r'>", undefined],
    ["<meta http-equiv=content-type content='text/html'><meta charset=koi8-r>", "koi8-r"],
    ["<metal charset=koi8-r>", undefined],
    ["</meta charset=koi8-r>", undefined],
    ["<!-- <meta charset=koi8-r> -->", undefined],
    ["<!--><meta charset=koi8-r>", "koi8-r"],
    ["<!-- <meta charset=koi8-r>", undefined],
    ["<p title='<meta charset=koi8-r>'>", undefined],
    ['<p title="a>b"><meta charset=koi8-r>', "koi8-r"],
    ['<!x "<meta charset=koi8-r>', undefined],
    ["< <meta charset=koi8-r>", "koi8-r"],
    ["<?xml version='1.0' encoding='koi8-r'?>", "koi8-r"],
    ["<?xml version='1.0' encoding='koi8-r'?><meta charset=utf-8>", "utf-8"],
    ["<meta charset=koi8-r", undefined],
    ["<meta charset='koi8-r", undefined],
  ])("in %j is %s", (html, encoding) => assert.strictEqual(declaredIn(html), encoding))

  it("counts in the first 1,024 bytes only", () => {
    const declaration = "<meta charset=koi8-r>"
    assert.strictEqual(declaredIn(`${" ".repeat(1_024 - declaration.length)}${declaration}`), "koi8-r")
    assert.isUndefined(declaredIn(`${" ".repeat(1_024)}${declaration}`))
  })
})
