/** The document formats over hostile documents. */
import { formats } from "../../packages/extract/src/formats/Formats.ts"
import type { DocumentFormat } from "@porthole/core"
import { sampleOf } from "../tiers/Sample.ts"
import { repeated, report, type Shape } from "./Growth.ts"

const options = { timeout: 600_000, isTimedOut: () => false, isTimeRunningOut: () => false }

const styled = (piece: string, end = ""): Shape => repeated(piece, "<style>", `${end}</style><p class=a>words`)

/** A third of a length in buttons, each with the panel that it names. */
const panels: Shape = {
  name: "buttons with panels",
  of: (length) =>
    Array.from(
      { length: length / 3 },
      (_, at) => `<button aria-controls="p${at}">T${at}</button><div id="p${at}">text ${at} words</div>`,
    ).join(""),
}

const shapes: ReadonlyArray<Shape> = [
  panels,
  ...[
    " ",
    "\t",
    "#",
    "\n",
    "\u0301",
    "<",
    "[",
    "`",
    "a ",
    "](",
    "[a](",
    "&",
    "\\",
    "<!--",
    "{",
    "\n|",
    "\n> ",
    '"',
    ",",
  ].map((piece) => repeated(piece)),
  repeated(" ", "# a", "b"),
  repeated("<!a", "<a>", ""),
  repeated(" ", "<a><pre>a", "a</pre></a>"),
  repeated("%a", "<math><annotation>", "</annotation></math>"),
  repeated("a ", '<img alt=a srcset="', '">'),
  repeated("p.", "<h1>a</h1><p class='", "'>words</p>"),
  styled("/**/", ";"),
  styled("p,", "{color:red}"),
  styled(".a{&,", ""),
  styled("a", "{}"),
  styled("@media (a) or ", "{p{color:red}}"),
  repeated("a", '<p style="transform:', '">words</p>'),
  repeated("<p style='width:calc(1px + ", "", "'>words</p>"),
]

/** Reports `count` of the formats, drawn by the run's seed, over `each` of the shapes. */
export const reportFormats = async (count: number, each: number): Promise<void> => {
  for (const { mediaTypes, module, name } of sampleOf(formats, count)) {
    const { read }: { readonly read: DocumentFormat.Read } = await import(module.href)
    const run = (text: string): unknown =>
      read(
        {
          url: "https://a.example/",
          contentType: `${mediaTypes[0]}; charset=utf-8`,
          bytes: new TextEncoder().encode(text),
          mode: "markdown",
        },
        options,
      )
    report(name, run, sampleOf(shapes, each), 12_000)
  }
}
