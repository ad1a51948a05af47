import { assert, describe, it } from "@effect/vitest"
import * as Prescan from "../../src/decode/Prescan.ts"
import { bytesOf } from "../support.ts"

const declaredIn = (html: string): string | undefined => Prescan.declaredIn(bytesOf(html))

describe("a declaration", () => {
  it.each([
    ["<META CHARSET=koi8-r>", "koi8-r"],
    ["<meta/charset=koi8-r/>", undefined],
    ["<meta/charset=koi8-r />", "koi8-r"],
    ["<meta name=x charset = 'koi8-r' >", "koi8-r"],
    ["<meta charset=klingon><meta charset=koi8-r>", "koi8-r"],
    ["<meta charset=koi8-r charset=utf-8>", "koi8-r"],
    ["<meta charset=utf-16be>", "utf-8"],
    ["<meta charset=x-user-defined>", "windows-1252"],
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
