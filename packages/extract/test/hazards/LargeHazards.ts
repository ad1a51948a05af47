/** Hostile markup after many other elements, and the text that must be in the result. */

const times = (text: string, count: number): string => text.repeat(count)

const each = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join("")

const tree = `<p>${times("<i></i>", 8_000)}</p>`

/** The name, the markup after the tree, and the text that the content must hold. */
export const largeHazards: ReadonlyArray<readonly [name: string, html: () => string, expected: string]> = (
  [
    ["cells of one row", () => `<table><tr>${times("<td>cell", 80_000)}<tr><td>here</table>`],
    ["cells that span all that they may", () => times("<tr><td rowspan=64 colspan=64>cell", 40_000) + "<tr><td>here"],
    ["items of lists in lists", () => `here${times("<ul><li>item", 200_000)}`],
    ["lists that are ended and never begun", () => `here${times("</ul></li></table></tr>", 100_000)}`],
    ["links that are left open", () => `here ${times("<a href=/x>word ", 200_000)}`],
    ["links in code in links", () => `here ${times("<a href=/x><code>word", 100_000)}`],
    ["code that is left open", () => `here ${times("<code>word ", 200_000)}`],
    ["pre that is left open", () => `<pre>here${times("<div>word</div>", 200_000)}`],
    ["parts that hide themselves", () => `here${times("<span hidden>secret</span>", 150_000)}`],
    ["hidden parts within one another", () => `here${times("<div hidden>secret", 150_000)}`],
    ["hidden parts with end tags of others", () => `here<div hidden>${times("<p>secret</b></i>", 100_000)}</div>`],
    ["navigation that is left open", () => `${times("<nav><p>word", 40_000)}here`],
    ["a tag of many attributes", () => `${times(`<p ${times("a ", 50_000)}>word`, 20)}here`],
    ["character references", () => `<p>${times("&hearts;&#x41;&amp;&nosuch;&", 100_000)}here`],
    ["a paragraph of signs", () => `<p>${times("*_[]`<&", 300_000)} here`],
    ["headings that are left open", () => `${times("<h2>word", 80_000)}here`],
    [
      "five thousand rules for all classes",
      () =>
        `<style>${each(5_000, (at) => `.c${at}{font-size:${at}px} p.c${at}.d{display:none} .c${at}:not(.e){color:red}`)}</style>` +
        `${each(100_000, (at) => `<p class="c${at % 5_000} k${at}" id=i${at}>word`)}<p>here`,
    ],
    [
      "rules that differ in the second class",
      () =>
        `<style>${each(12_000, (at) => `.c.x${at}{display:none}`)}</style>` +
        `${each(100_000, (at) => `<p class="c x${at}">secret`)}<p>here`,
    ],
    [
      "stylesheets between elements",
      () => `${each(20_000, (at) => `<style>.c${at}{left:${at}px}</style><p class=c${at}>word`)}<p class=c0>here`,
    ],
    ["styles that all differ", () => `${each(100_000, (at) => `<p style="margin:${at}px;color:red">word`)}<p>here`],
    [
      "attributes that a rule asks for",
      () => `<style>[data-x]{left:-9999px}</style>${each(100_000, (at) => `<p data-x=${at}>secret</p>`)}here`,
    ],
    [
      "letters of no size, of some size and of none",
      () => `here${times(`<div style="font-size:0"><p style="font-size:1rem">here`, 50_000)}`,
    ],
  ] as const
).map(([name, html]) => [`${name}, behind many elements`, () => tree + html(), "here"])

/** Short links on a long base: each absolute link holds all of it. */
const longBase = `<base href="https://site.test/${times("long/", 180)}">`

/** The address of each link is many times as long as the link. */
export const longAddresses: typeof largeHazards = [
  [
    "links on a long base",
    () => longBase + Array.from({ length: 7_000 }, (_, at) => `<p><a href=${at}>word</a>`).join("") + "here",
    "word",
  ],
  [
    "links on a long base, behind many elements",
    () => longBase + tree + Array.from({ length: 40_000 }, (_, at) => `<p><a href=${at}>word</a>`).join("") + "here",
    "here",
  ],
]
