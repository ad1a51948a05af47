/**
 * Small documents with marked places: what must appear in the text that is read of them. In a paragraph `^{…}` is
 * raised and `_{…}` lowered. Each printer prints all of them.
 */

/** A part of a document. */
export type Part =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  /** Two columns of text. */
  | { readonly kind: "columns"; readonly paragraphs: ReadonlyArray<string> }
  | { readonly kind: "code"; readonly lines: ReadonlyArray<string> }
  /** A table whose first column is text, and whose others are numbers, set at the right. */
  | { readonly kind: "table"; readonly rows: ReadonlyArray<ReadonlyArray<string>> }

/** What a place is marked for. */
export type Mark = "scripts" | "gaps" | "code" | "columns"

/** A document, and the pieces of Markdown that must be in its text, in any amount of white space except in code. */
export interface MarkedDocument {
  readonly name: string
  readonly parts: ReadonlyArray<Part>
  readonly places: ReadonlyArray<readonly [Mark, string]>
}

const paragraph = (text: string): Part => ({ kind: "paragraph", text })
const code = (...lines: ReadonlyArray<string>): Part => ({ kind: "code", lines })

const plain = [
  "The office measures the bar every spring with a line and a lead, and the figures below are those of the last",
  "survey. Readers who find a mistake are asked to write to the office before the end of the season.",
].join(" ")

const units: MarkedDocument = {
  name: "units",
  parts: [
    { kind: "heading", text: "Sand and salt" },
    paragraph("The bar holds 10^{6} grains of sand a litre, and a grain weighs 4.2·10^{-3} grams on the whole."),
    paragraph("A basin of 250 m^{2} holds 900 m^{3} of water, which is made of H_{2}O and a little CO_{2} and NaCl."),
    paragraph("The flow is given by v^{a+b} where v is the speed, and by x^{n} for all other cases of the survey."),
    paragraph("Let a_{1} and a_{2} be the hours of high water, and T_{max} the longest of all times between them."),
    paragraph(plain),
  ],
  places: [
    "10⁶ grains",
    "4.2·10⁻³ grams",
    "250 m² holds",
    "900 m³ of water",
    "H₂O and",
    "CO₂ and",
    "v^{a+b} where",
    "xⁿ for",
    "a₁ and a₂ be",
    "T_{max} the",
  ].map((text) => ["scripts", text]),
}

const notes: MarkedDocument = {
  name: "notes",
  parts: [
    { kind: "heading", text: "On the tug" },
    paragraph("The buoys were set anew by the crew of the tug.^{1} Nobody was hurt, as the log of the tug^{2} says."),
    paragraph("The harbour was dredged in the 19^{th} century, and again by the 2^{nd} harbour master of the town."),
    paragraph("An error of ±2^{3} or 5^{-1} is usual, and 2^{10} is 1024 while 10^{12} is a number for astronomers."),
    paragraph(plain),
    paragraph("^{1} The tug is the Seagull of the office."),
    paragraph("^{2} The log is kept at the harbour office."),
  ],
  places: [
    "the tug.¹ Nobody",
    "the tug² says",
    "19th century",
    "2nd harbour",
    "±2³ or",
    "5⁻¹ is usual",
    "2¹⁰ is 1024",
    "10¹² is a number",
    "¹ The tug is",
    "² The log is",
  ].map((text) => ["scripts", text]),
}

const statement: MarkedDocument = {
  name: "statement",
  parts: [
    paragraph(plain),
    {
      kind: "table",
      rows: [
        ["Item", "Stock", "Surplus", "Retained", "Total"],
        ["Start of year", "175", "202", "1,960", "2,337"],
        ["Rules changed", "", "", "(1,521)", "(1,521)"],
        ["Dividends", "", "(85)", "", "(85)"],
        ["New shares", "40", "", "", "40"],
        ["End of year", "215", "117", "439", "771"],
      ],
    },
    paragraph(plain),
  ],
  places: [
    "| Start of year | 175 | 202 | 1,960 | 2,337 |",
    "| Rules changed | | | (1,521) | (1,521) |",
    "| Dividends | | (85) | | (85) |",
    "| New shares | 40 | | | 40 |",
  ].map((text) => ["gaps", text]),
}

const dues: MarkedDocument = {
  name: "dues",
  parts: [
    { kind: "heading", text: "Dues by season" },
    paragraph("The dues of the harbour in crowns, by the length of the boat in metres and by the season of the year."),
    {
      kind: "table",
      rows: [
        ["Boat", "Spring", "Summer", "Autumn"],
        ["Rowing boat", "2", "3", ""],
        ["Sailing boat", "", "12", "8"],
        ["Steam tug", "40", "", "35"],
        ["Barge", "", "22", ""],
      ],
    },
    paragraph(plain),
  ],
  places: [
    "| Rowing boat | 2 | 3 | |",
    "| Sailing boat | | 12 | 8 |",
    "| Steam tug | 40 | | 35 |",
    "| Barge | | 22 | |",
  ].map((text) => ["gaps", text]),
}

const script: MarkedDocument = {
  name: "script",
  parts: [
    paragraph("The clerk computes the hour of high water with this program, which he keeps in a drawer of the desk."),
    code(
      "def high_water(day, port):",
      "    for tide in port.tides:",
      "        if tide.day == day:",
      "            return tide.hour",
      "    return None",
    ),
    paragraph(plain),
  ],
  places: [
    "def high_water(day, port):\n    for tide in port.tides:",
    "        if tide.day == day:\n            return tide.hour",
    "            return tide.hour\n    return None",
  ].map((text) => ["code", text]),
}

const settings: MarkedDocument = {
  name: "settings",
  parts: [
    { kind: "heading", text: "The settings" },
    paragraph("The file of settings holds the ports and their clocks, and looks as follows on most of the machines."),
    code("ports:", "  - name: Leith", "    clock: +00:20", "  - name: Dover", "    clock: -01:10", "log: {level: 3}"),
    paragraph("The board reads it each night at two, and then runs these two commands one after the other."),
    code("board --read settings.yml | sort -n", "board --print > /dev/lp0"),
    paragraph(plain),
  ],
  places: [
    "ports:\n  - name: Leith\n    clock: +00:20\n  - name: Dover",
    "    clock: -01:10\nlog: {level: 3}",
    "board --read settings.yml | sort -n\nboard --print > /dev/lp0",
  ].map((text) => ["code", text]),
}

const news: MarkedDocument = {
  name: "news",
  parts: [
    { kind: "heading", text: "The bar and the mole" },
    {
      kind: "columns",
      paragraphs: [
        "The bar has moved by forty metres since the storm, and the buoys were set anew by the crew of the tug in two days and nights. Nobody was hurt, and the pilots of the town were told of it before the evening tide.",
        "The mole was built of stone from the hills behind the town, which were brought down on a railway of its own. Nothing of it is left but a bridge, under which the children of the harbour now fish for eels.",
        "The council will talk about the cost of it all in spring, when the dues of the year are known and the accounts of the office have been read by the clerks. Until then the larger boats wait outside.",
        "Whoever wants to speak there has to write to the clerk of the council before the end of the month, and to bring a copy of the letter with him on the day itself.",
      ],
    },
  ],
  places: [
    "buoys were set anew by the crew of the tug in two days and nights. Nobody was hurt",
    "Nothing of it is left but a bridge, under which the children of the harbour now fish for eels.",
    "the cost of it all in spring, when the dues of the year are known and the accounts of the office",
    "to bring a copy of the letter with him on the day itself.",
  ].map((text) => ["columns", text]),
}

const mixed: MarkedDocument = {
  name: "mixed",
  parts: [
    { kind: "heading", text: "Loads of the mole" },
    paragraph(
      "A wave of 3 m presses with 2.5·10^{4} N on each metre of the mole, or with 25 kN m^{-1} in other words.",
    ),
    {
      kind: "table",
      rows: [
        ["Part", "Height", "Load", "Year"],
        ["Head", "7", "", "1887"],
        ["Middle", "", "31", "1890"],
        ["Root", "5", "18", ""],
      ],
    },
    code("load = height ** 2 * 0.6", "if load > 30:", "    warn(load)"),
    paragraph("The loads grow with h^{2}, and the weight of a stone with d^{3}, as the table of the survey has shown."),
  ],
  places: [
    ["scripts", "2.5·10⁴ N on"],
    ["scripts", "25 kN m⁻¹ in"],
    ["scripts", "h², and"],
    ["scripts", "d³, as"],
    ["gaps", "| Head | 7 | | 1887 |"],
    ["gaps", "| Middle | | 31 | 1890 |"],
    ["gaps", "| Root | 5 | 18 | |"],
    ["code", "if load > 30:\n    warn(load)"],
  ],
}

export const documents: ReadonlyArray<MarkedDocument> = [units, notes, statement, dues, script, settings, news, mixed]
