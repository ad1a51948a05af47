import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { bytesOf, readBytes } from "./support.ts"

/** A test page: texts that its Markdown must contain in this order, and texts that it must not contain. */
interface Fixture {
  readonly file: string
  readonly url: string
  readonly must: ReadonlyArray<string>
  readonly mustNot: ReadonlyArray<string>
}

const fixtures: ReadonlyArray<Fixture> = [
  {
    file: "article",
    url: "https://gazette.example.test/fleuve/2025/03/le-dernier-passeur-de-la-loire-range-sa-barque/",
    must: [
      "Il est six heures",
      "## Un métier sans successeur",
      "> On ne garde pas un fleuve",
      "une heure comme celle-là.",
    ],
    mustNot: [
      "Abonnez-vous",
      "Partager",
      "À lire aussi",
      "Merci pour ce beau portrait",
      "Mentions légales",
      "lettre du fleuve",
      "Répondre",
    ],
  },
  {
    file: "documentation",
    url: "https://tidewheel.example.test/docs/2.4/retries",
    must: [
      "A job that fails is tried again",
      "```python\nqueue = Queue",
      "| `base` | 1 | Seconds before the first retry |",
      "Changing `base`",
      "tidewheel revive",
    ],
    mustNot: ["Quick start", "On this page", "Next: Schedules", "Copyright ©", "1.9"],
  },
  {
    file: "forum-thread",
    url: "https://boards.example.test/threads/third-gear.4410/",
    must: [
      "Has anybody here rebuilt",
      "Look at the clutch first.",
      "mark the position of the shifter fork",
      "It was the clutch.",
      "Did you need a puller",
    ],
    mustNot: ["Register", "Report", "Members online", "Runout of an old chuck", "Terms and rules", "Quote"],
  },
  {
    file: "forum-question",
    url: "https://kitchen.example.test/questions/200/why-does-the-crust-of-my-loaf-go-soft",
    must: [
      "I bake a kilo of wheat",
      "What makes a crust go soft",
      "The crust goes soft because",
      "Bake it longer",
      "A paper bag",
    ],
    mustNot: ["Sign up", "Unanswered", "Storing a loaf in summer", "Your Answer", "Privacy"],
  },
  {
    file: "product",
    url: "https://nordlys.example.test/products/fjell-40",
    must: ["€189.00", "The Fjell 40 carries a week", "Recycled 210 denier"],
    mustNot: [
      "Free shipping",
      "Sleeping bags",
      "Add to cart",
      "You may also like",
      "Skog 25 Daypack",
      "newsletter",
      "Imprint",
    ],
  },
  {
    file: "collection",
    url: "https://haus.example.test/kategorie/geschirr/",
    must: ["Aus sechs kleinen", "Kanne Ilse", "48,00 €", "Butterdose Karl", "Salzfass Theo", "27,50 €"],
    mustNot: ["Textilien", "Mein Konto", "Filtern", "In den Warenkorb", "Neuigkeiten aus", "Impressum"],
  },
  {
    file: "listing",
    url: "https://saltmere.example.test/events/",
    must: [
      "Night walk along the reed beds",
      "12 June 2025",
      "Bring a torch",
      "Dragonflies",
      "History of the duck decoy",
    ],
    mustNot: ["Wildlife", "Donate", "Opening times", "registered charity", "Privacy"],
  },
  {
    file: "service",
    url: "https://emberline.example.test/services/boiler-servicing/",
    must: [
      "One engineer, one visit",
      "### Combustion check",
      "How it works",
      "Once a year, and before the winter",
      "two of our five engineers",
    ],
    mustNot: ["New boilers", "020 7946", "registered in England", "Privacy", "Write to us"],
  },
]

const source = (file: string): string => readFileSync(new URL(`pages/${file}.html`, import.meta.url), "utf8")

describe("the main content of a page", () => {
  for (const { file, must, mustNot, url } of fixtures) {
    it(`of ${file}.html is its content`, () => {
      const { content } = readBytes(bytesOf(source(file)), { url })
      let from = 0
      for (const text of must) {
        const at = content.indexOf(text, from)
        assert.isAtLeast(at, from, text)
        from = at
      }
      for (const text of mustNot) assert.notInclude(content, text)
    })
  }
})
