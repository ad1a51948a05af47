/**
 * Writes small PDFs (ISO 32000-1): pages with positioned text, links, hidden and executable parts, and encrypted ones.
 * It is enough for tests only.
 */
import { createHash } from "node:crypto"
import { deflateSync } from "node:zlib"

/** A piece of text: its distance from the left and from the bottom of a page of 600 by 800 points, and its size. */
export interface Text {
  readonly text: string
  readonly x?: number
  readonly y: number
  readonly size?: number
  /** Whether it is set in Courier, instead of Helvetica. */
  readonly isFixed?: boolean
}

export interface Page {
  readonly texts?: ReadonlyArray<Text>
  readonly links?: ReadonlyArray<string>
  /** A picture that fills the page. */
  readonly isPicture?: boolean
  /** The page's raw content, instead of texts. */
  readonly content?: string
  /** Entries of the page's dictionary. */
  readonly extra?: string
}

export interface Options {
  readonly title?: string
  /** Encrypts the document (RC4, 40 bits) with this user password. */
  readonly password?: string
  readonly isCompressed?: boolean
  /** Entries of the catalogue. */
  readonly catalogue?: string
}

/** A PDF. */
export const pdfOf = (pages: ReadonlyArray<Page>, options: Options = {}): Uint8Array => {
  const objects: Array<string> = []
  const key = options.password === undefined ? undefined : keyOf(options.password)
  /** Adds an object; its stream or strings are encrypted with the object's own key. */
  const add = (body: string, stream?: Buffer): number => {
    const number = objects.length + 1
    const data = stream === undefined || key === undefined ? stream : rc4(objectKey(key, number), stream)
    objects.push(
      data === undefined ? body : `<<${body}/Length ${data.length}>>\nstream\n${data.toString("latin1")}\nendstream`,
    )
    return number
  }
  add(`<</Type/Catalog/Pages 2 0 R${options.catalogue ?? ""}>>`)
  add("")
  const font = add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
  const picture = add(
    "/Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8",
    Buffer.alloc(64, 200),
  )
  const kids = pages.map((page) => {
    const source = Buffer.from(page.content ?? contentOf(page), "latin1")
    const content = options.isCompressed === true ? add("/Filter/FlateDecode", deflateSync(source)) : add("", source)
    const links = (page.links ?? []).map(
      (url, at) =>
        `<</Type/Annot/Subtype/Link/Rect[10 ${at * 20} 100 ${at * 20 + 15}]/A<</S/URI/URI(${escaped(url)})>>>>`,
    )
    return add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${content} 0 R` +
        `/Resources<</Font<</F ${font} 0 R/C<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>>>/XObject<</I ${picture} 0 R>>>>/Annots[${links.join("")}]${page.extra ?? ""}>>`,
    )
  })
  objects[1] = `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(" ")}]/Count ${kids.length}>>`
  const info = options.title === undefined ? undefined : add(`<</Title(${escaped(options.title)})>>`)
  const trailer =
    `/Root 1 0 R${info === undefined ? "" : `/Info ${info} 0 R`}` +
    (options.password === undefined ? "" : `/Encrypt ${encryption(options.password)}/ID[<${id}><${id}>]`)
  return written(objects, trailer)
}

/** A PDF of objects that a test wrote, the first of which is its catalogue. */
export const written = (objects: ReadonlyArray<string>, trailer = "/Root 1 0 R"): Uint8Array => {
  let text = "%PDF-1.4\n"
  const places = objects.map((body, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("")
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(text + end, "latin1"))
}

/** Lines of text from the top, set as a paragraph. */
export const paragraph = (lines: ReadonlyArray<string>, top: number, x = 72): ReadonlyArray<Text> =>
  lines.map((text, at) => ({ text, x, y: top - at * 14 }))

// --- private --------------------------------------------------------------------------

const contentOf = ({ isPicture, texts = [] }: Page): string =>
  (isPicture === true ? "q 600 0 0 800 0 0 cm /I Do Q\n" : "") +
  texts
    .map(
      ({ isFixed, size = 12, text, x = 72, y }) =>
        `BT /${isFixed === true ? "C" : "F"} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`,
    )
    .join("\n")

const escaped = (text: string): string => text.replace(/[\\()]/g, "\\$&")

const id = "00112233445566778899aabbccddeeff"

/** The padding of passwords (ISO 32000-1, algorithm 2). */
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex")
const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, "latin1"), padding]).subarray(0, 32)

const md5 = (...parts: ReadonlyArray<Buffer>): Buffer => createHash("md5").update(Buffer.concat(parts)).digest()

const owner = rc4(md5(padded("owner")).subarray(0, 5), padded("owner"))
const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])

const keyOf = (password: string): Buffer =>
  md5(padded(password), owner, permissions, Buffer.from(id, "hex")).subarray(0, 5)

const objectKey = (key: Buffer, number: number): Buffer =>
  md5(key, Buffer.from([number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff, 0, 0])).subarray(0, 10)

const encryption = (password: string): string =>
  `<</Filter/Standard/V 1/R 2/O<${owner.toString("hex")}>/U<${rc4(keyOf(password), padding).toString("hex")}>/P -4>>`

/** RC4, which OpenSSL no longer has. */
export function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (one: number, other: number): void => {
    const kept = state[one] ?? 0
    state[one] = state[other] ?? 0
    state[other] = kept
  }
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 0xff
    swap(at, other)
  }
  let [one, other] = [0, 0]
  return Buffer.from(
    data.map((byte) => {
      one = (one + 1) & 0xff
      other = (other + (state[one] ?? 0)) & 0xff
      swap(one, other)
      return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 0xff] ?? 0)
    }),
  )
}
