/** Damages saved pages, in the same way for the same seed, as networks, faulty software and attackers do. */

/** Numbers from 0 up to 1 that a seed decides (mulberry32). */
export type Random = () => number

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const upTo = (random: Random, end: number): number => Math.floor(random() * end)
const pick = <A>(random: Random, from: readonly [A, ...ReadonlyArray<A>]): A =>
  from[upTo(random, from.length)] ?? from[0]

type Mutate = (page: Uint8Array, random: Random, other: Uint8Array) => Uint8Array

/** Inserts a text at a random position. */
const withText = (page: Uint8Array, random: Random, text: string): Uint8Array => {
  const at = upTo(random, page.length + 1)
  return Buffer.concat([page.subarray(0, at), Buffer.from(text), page.subarray(at)])
}

const asText = (page: Uint8Array, change: (text: string) => string): Uint8Array =>
  Buffer.from(change(Buffer.from(page).toString("latin1")), "latin1")

const names = [
  "div",
  "span",
  "b",
  "ul><li",
  "table><tr><td",
  "blockquote",
  "p",
  "a href=x",
  "section",
  "svg",
  "math><mrow",
  "details",
  "dl><dd",
  "button",
  "pre",
  "template",
  "font",
  "select><option",
  "i",
  "form",
] as const
const odd = [
  "<",
  ">",
  "&",
  '"',
  "'",
  "=",
  "\0",
  "]]>",
  "<!--",
  "-->",
  "<![CDATA[",
  "</",
  "<script>",
  "</style>",
  "<title>",
  "<textarea>",
  "<plaintext>",
  "&#x110000;",
  "\u00a0",
  "\ufeff",
  "<svg><style>",
  "<frameset>",
] as const

const mutations: Readonly<Record<string, Mutate>> = {
  truncated: (page, random) => page.subarray(0, upTo(random, page.length)),
  "without a beginning": (page, random) => page.subarray(upTo(random, page.length)),
  "bytes flipped": (page, random) => {
    const flipped = Uint8Array.from(page)
    for (let left = 1 + upTo(random, 2_000); left > 0; left--) flipped[upTo(random, page.length)] = upTo(random, 256)
    return flipped
  },
  "tags without their ends": (page, random) =>
    asText(page, (text) => text.replace(/<\/[a-z]+[^>]*>/gi, (tag) => (random() < 0.5 ? "" : tag))),
  "tags in another's place": (page, random) => {
    const tags =
      Buffer.from(page)
        .toString("latin1")
        .match(/<[^>]*>/g) ?? []
    return asText(page, (text) =>
      text.replace(/<[^>]*>/g, (tag) => (random() < 0.2 ? (tags[upTo(random, tags.length)] ?? tag) : tag)),
    )
  },
  "a bomb of depth": (page, random) =>
    withText(page, random, `<${pick(random, names)}>`.repeat(100 + upTo(random, 30_000))),
  "bombs of depth": (page, random) => {
    let bombed = page
    for (let left = 1 + upTo(random, 20); left > 0; left--) {
      bombed = withText(bombed, random, `<${pick(random, names)}>`.repeat(1 + upTo(random, 300)))
    }
    return bombed
  },
  "odd pieces": (page, random) => {
    let pieced = page
    for (let left = 1 + upTo(random, 30); left > 0; left--) {
      pieced = withText(pieced, random, pick(random, odd).repeat(1 + upTo(random, random() < 0.1 ? 20_000 : 20)))
    }
    return pieced
  },
  "a part over and over": (page, random) => {
    const from = upTo(random, page.length)
    const part = page.subarray(from, from + 1 + upTo(random, 20_000))
    const times = Math.min(2_000, Math.ceil(upTo(random, 3_000_000) / part.length))
    return Buffer.concat([page.subarray(0, from), ...Array.from({ length: times }, () => part), page.subarray(from)])
  },
  "two pages in one": (page, random, other) => {
    const [one, two] = [upTo(random, page.length), upTo(random, other.length)]
    return Buffer.concat([page.subarray(0, one), other.subarray(two), page.subarray(one)])
  },
  "blanks in a row": (page, random) =>
    withText(page, random, pick(random, [" ", "\n", "\t", "\u00a0", "&nbsp;", "<br>"]).repeat(upTo(random, 300_000))),
  "many attributes": (page, random) =>
    asText(page, (text) =>
      text.replace(/<([a-z]+)/gi, (tag) =>
        random() < 0.05 ? `${tag}${" a=b class=x".repeat(upTo(random, 200))}` : tag,
      ),
    ),
  "the other charset": (page, random) =>
    Buffer.concat([
      Buffer.from(
        `<meta charset=${pick(random, ["utf-16", "shift_jis", "iso-2022-jp", "gb18030", "x-user-defined", "utf-7", "replacement"])}>`,
      ),
      page,
    ]),
}

/** The names of the kinds of damage. */
export const kinds: ReadonlyArray<string> = Object.keys(mutations)

/** Damages a page in one or more ways, to at most 6 MB; returns the names of the damage. */
export const mutate = (
  page: Uint8Array,
  other: Uint8Array,
  random: Random,
): { readonly bytes: Uint8Array; readonly kind: string } => {
  let bytes = page
  const done: Array<string> = []
  do {
    const kind = kinds[upTo(random, kinds.length)] ?? ""
    bytes = mutations[kind]?.(bytes, random, other) ?? bytes
    done.push(kind)
  } while (random() < 0.3)
  return { bytes: new Uint8Array(bytes.subarray(0, 6_000_000)), kind: done.join(" + ") }
}
