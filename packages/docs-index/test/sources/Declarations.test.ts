/** Tests what a file of declarations becomes. */
import { assert, describe, it } from "vitest"
import { toMarkdown } from "../../src/sources/Declarations.ts"

describe("declarations as Markdown", () => {
  it("shows each exported name with its comment and signature, and no other", () => {
    const source = `
/** About tides. */
import type { Moon } from "./Moon.d.ts"

/**
 * The next high water.
 *
 * @param at the time, in ms
 * @example
 * \`\`\`ts
 * # not a heading
 * next(0)
 * \`\`\`
 * @since 1.0.0
 */
export declare const next: (at: number) => number;
declare const own: string;
export declare function low(at: number): number
export declare function low(at: Date): number
`
    assert.strictEqual(
      toMarkdown(source),
      `About tides.

## next

The next high water.

- \`at\`: the time, in ms

**Example**

\`\`\`ts
# not a heading
next(0)
\`\`\`

\`\`\`ts
const next: (at: number) => number
\`\`\`

## low

\`\`\`ts
function low(at: number): number
function low(at: Date): number
\`\`\``,
    )
  })

  it("shows the names of an export list, under their local names", () => {
    assert.strictEqual(
      toMarkdown("declare const a: 1;\ndeclare const b: 2;\nexport { a as default, type c };"),
      "## a\n\n```ts\ndeclare const a: 1\n```",
    )
  })

  it("shows the members of a long body as sections, those with a comment first", () => {
    const long = Array.from({ length: 60 }, (_, at) => `  field${at}: string;`).join("\n")
    const text = toMarkdown(
      `export interface Tide {\n${long}\n  /** Its height, in cm. */\n  height(at: number): { a: 1; b: 2 };\n  private secret: 1;\n}`,
    )
    assert.match(
      text,
      /^## Tide\n\n```ts\ninterface Tide \{ field0, .*height \}\n```\n\n### Tide\.height\n\nIts height, in cm\.\n\n```ts\nheight\(at: number\): \{ a: 1; b: 2 \}\n```\n\n### Tide\.field0/s,
    )
    assert.notInclude(text, "secret")
  })

  it("finds the end of a class whose base has braces", () => {
    const text = toMarkdown(`declare const Base: <A>() => new () => A;
export declare class Harbour extends Base<{ readonly a: "}" }>() {
    /** Opens it. */
    open(): void;
}
export type Next = { a: 1 } | { b: 2 };
export declare namespace Tide { type High = 1; }`)
    assert.deepStrictEqual(text.match(/^#+ .*$/gm), ["## Harbour", "## Next", "## Tide"])
    assert.include(text, "type Next = { a: 1 } | { b: 2 }")
  })

  it("keeps the strings of a signature that look like comments", () => {
    const text = toMarkdown('/** Its type. */\nexport declare const mime: "image/*" | "text/plain" /* x */ | "*/*";')
    assert.include(text, '```ts\nconst mime: "image/*" | "text/plain"  | "*/*"\n```')
  })

  it("shows links as their labels or targets", () => {
    const comment =
      "See {@link High}, {@linkcode low | the low one} and {@link https://a.example  A tide}, not {@links b}."
    assert.include(
      toMarkdown(`/** ${comment} */\nexport declare const a: 1`),
      "See `High`, the low one and A tide, not {@links b}.",
    )
  })

  it("reads namespaces within namespaces to a bounded depth", () => {
    const nested = (count: number) =>
      `export ${"declare namespace Tide { type Low = 1; ".repeat(count)}${"x".repeat(1_000)}${"}".repeat(count)}`
    const names = Array.from(toMarkdown(nested(2_000)).matchAll(/^### .*Low$/gm))
    assert.lengthOf(names, 8)
  })

  it("reads anything in linear time, and shows nothing of a file without exports", () => {
    assert.strictEqual(toMarkdown("import a from 'b';\nexport * from './c.d.ts';\nexport {};"), "")
    for (const part of [
      "{",
      "/** ",
      "export declare const a: ",
      "'",
      "`",
      "interface A<",
      "\n@param {",
      "/* */",
      "# ",
      "`\\",
    ])
      toMarkdown(part.repeat(20_000))
  })
})
