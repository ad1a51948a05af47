import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Charset from "../../src/decode/Charset.ts"
import { repair } from "../../src/decode/DoubleEncoding.ts"
import { bytesOf } from "../support.ts"

/** Encodes a text as UTF-8 and reads that as Latin-1. */
const asLatin1 = (text: string): string => String.fromCharCode(...bytesOf(text))
/** The same as Windows-1252. */
const asWindows1252 = (text: string): string => new TextDecoder("windows-1252").decode(bytesOf(text))

const english =
  "The keeper’s log says it’s calm. “We’ve seen worse,” she wrote — and didn’t sleep. The harbour’s lamps weren’t lit."
const german =
  "Der Wärter schläft früh, denn über Nacht kühlt es stark ab. Für die Fähre heißt das: später los, größere Vorsicht."
const french =
  "Le gardien a écrit : « La marée était très haute à l’aube. » Après le déjeuner, les pêcheurs sont partis à l’île."
const spanish = "Mañana habrá niebla. ¿Saldrá el barco? El capitán dijo que sí, según el último aviso de la estación."
const portuguese = "A maré não subiu até às três. O farol está além da península; lá há também uma estação de pilotos."
const polish = "Latarnia świeci całą noc. Później rybacy wypłynęli z portu, choć wiał silny wiatr i było ślisko."
const russian = "Смотритель маяка записал: «Прилив был очень высоким». Утром рыбаки вышли в море."
const greek = "Ο φύλακας του φάρου έγραψε για την παλίρροια και τα καράβια που έφυγαν το πρωί."
const hebrew = "שומר המגדלור כתב ביומן שהגאות הייתה גבוהה מאוד."
const japanese = "灯台守は日誌に「潮がとても高い」と書いた。朝、漁師たちは海へ出た。"
const emoji = "The boats are back 🚢🚢, and so is the sun ☀️ — it’s a good day 🙂."

const languages = { english, german, french, spanish, portuguese, polish, russian, greek, hebrew, japanese, emoji }

describe("a text encoded twice", () => {
  it.each(Object.entries(languages))("is read again as Windows-1252 saw it: %s", (_, text) =>
    assert.strictEqual(repair(`<p>${asWindows1252(text)}</p>`), `<p>${text}</p>`),
  )

  it.each(Object.entries(languages).filter(([, text]) => /[\u0080-\u009f]/.test(asLatin1(text))))(
    "is read again as Latin-1 saw it: %s",
    (_, text) => assert.strictEqual(repair(asLatin1(text)), text),
  )

  it("is repaired as often as it was encoded", () => {
    assert.strictEqual(repair(asLatin1(asLatin1(german))), german)
    assert.strictEqual(repair(asWindows1252(asWindows1252(french))), french)
  })

  it("is repaired in one passage of a page that is right elsewhere", () => {
    const pageWith = (comment: string): string => `<p>${german}</p>\n<p>${russian}</p>\n<li>${comment}</li>`
    for (const comment of [english, russian, japanese, polish]) {
      assert.strictEqual(repair(pageWith(asLatin1(comment))), pageWith(comment))
    }
  })

  it("is repaired in such a passage without a control", () => {
    const pageWith = (comment: string): string => `<p>${french}</p><p>${comment}</p>`
    assert.strictEqual(repair(pageWith(asWindows1252(german))), pageWith(german))
    assert.strictEqual(
      repair(`<p>About UTF-8.</p>${pageWith(asWindows1252(german))}`),
      `<p>About UTF-8.</p>${pageWith(asWindows1252(german))}`,
    )
  })

  it("is repaired where only a control tells it", () =>
    assert.strictEqual(
      repair(`<p>Schön.</p><p>It${asLatin1("’")}s über alles</p>`),
      "<p>Schön.</p><p>It’s über alles</p>",
    ))

  it("is repaired in bytes of any encoding", () => {
    assert.strictEqual(Charset.decode(bytesOf(asLatin1(english)), "text/plain"), english)
    assert.strictEqual(Charset.decode(bytesOf(asWindows1252(russian)), "text/html; charset=utf-8"), russian)
  })
})

describe("a text that only looks so", () => {
  it.each([
    ["examples beside what they stand for", "<td>Ã©</td><td>é</td><td>Ã¼</td><td>ü</td><td>â€™</td><td>’</td>"],
    ["words beside what they stand for", "<p>cafÃ© instead of café, fÃ¼r instead of für, naÃ¯ve, rÃ©sumÃ©, dÃ©jÃ</p>"],
    [
      "quoted characters",
      "<p>Why does â€™ stand there? I see â€™, â€œ and don’t know; donâ€™t, canâ€™t, itâ€™s, wonâ€™t</p>",
    ],
    [
      "the name of an encoding",
      "<p>Read as ISO-8859-1 it is donâ€™t, canâ€™t, itâ€™s, wonâ€™t, isnâ€™t, arenâ€™t.</p>",
    ],
    ["its own name", "<h1>What is Mojibake?</h1><p>donâ€™t, canâ€™t, itâ€™s, wonâ€™t, isnâ€™t, arenâ€™t</p>"],
    ["a few words", "<p>It says cafÃ© and fÃ¼r.</p>"],
    [
      "capitals before a French mark",
      "<p>Il a dit : « VIVE L’ÉTÉ\u00a0» et puis « LA BEAUTÉ\u00a0: LIBERTÉ\u00a0» encore.</p>",
    ],
    [
      "an accent before a French mark",
      "« café\u00a0», « thé\u00a0», « année\u00a0», « été\u00a0», « blé\u00a0», « pré\u00a0»",
    ],
    ["a sharp s before a quotation mark", "„Spaß“ und „Fuß“ und „Gruß“ … „Maß“, „Fleiß“, „weiß“, „heiß“"],
    ["Portuguese capitals", "“IRMÔ, “MAÇÔ, “AMANHÔ, “ALEMÔ, “CAPITÔ, “NÃO”"],
    ["Windows-1252 read as Latin-1", "\u0093CAFÉ\u0094 and \u0093SPAß\u0094, it\u0092s \u0093BEAUTÉ\u0094\u0085"],
    ["bytes that aren't UTF-8", "\u00e0\u0080\u0080 \u00ed\u00a0\u0080 \u00f4\u00bf\u00bf\u00bf"],
  ])("stays as it is: %s", (_, text) => assert.strictEqual(repair(text), text))

  it.each(Object.entries(languages))("stays as it is: %s", (_, text) => assert.strictEqual(repair(text), text))

  // fast-check's own unit of all characters takes a second to make.
  const character = fc
    .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
    .map((point) => String.fromCodePoint(point))

  it("stays as it is without such runs", () =>
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 200 }), (text) => {
        const without = text.replace(/[\u00c2-\u00f4]+/g, "é.")
        assert.strictEqual(repair(without), without)
      }),
    ))
})

it("repairs every run with a C1 control of a text encoded twice", () =>
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (any) => {
      const text = Array.from(any, (character) => (/[\u0080-\u009f]/.test(asLatin1(character)) ? character : "a")).join(
        "",
      )
      assert.strictEqual(repair(asLatin1(`’${text}`)), `’${text}`)
    }),
  ))
