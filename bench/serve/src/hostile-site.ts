/** The hostile sites, in a process of their own. A page's text is made once, because many calls read it. */
import { HostileTexts } from "@porthole/testing"
import * as Child from "../../harness/Child.ts"

const marks = "\u0301\u0323".repeat(400_000)
const section = `<h2>a${marks.slice(0, 20_000)}</h2><p>Words.</p>`
const longCharset = `<meta http-equiv="content-type" content="text/html; charset=${"\t".repeat(32_768)}">`

/** A page whose text its script changes, so that it is worth rendering. */
const scripted = (script: string): Child.Page => ({
  body: `<title>Tides</title><main id=main><p>Before</p></main><script>${script}</script>`,
})

/** A text of a size in bytes, as UTF-8. */
const text = (bytes: number, ofLength: HostileTexts.Text): Child.Page => {
  const unit = Buffer.byteLength(ofLength(1_000)) / ofLength(1_000).length
  return { type: "text/plain; charset=utf-8", body: Buffer.from(ofLength(Math.floor(bytes / unit))) }
}

const { texts, usual } = HostileTexts
const differentWords = texts["different words"] ?? usual
const ligatures = texts["characters that decompose to eighteen"] ?? usual

const pages: Readonly<Record<string, Child.Page>> = {
  spaces: { type: "text/plain", body: `# a${" ".repeat(2_000)}b` },
  unbroken: { type: "text/plain", body: "abcdefghij".repeat(200_000) },
  marks: { body: `<article><p>${marks}</p></article>` },
  headings: { body: `<article>${section.repeat(20)}</article>` },
  charset: { type: "text/html", body: `${longCharset}<p>Words.</p>` },
  usual: text(2_000_000, usual),
  words: text(2_000_000, differentWords),
  ligatures: text(4_800_000, ligatures),
  latin: text(4_800_000, differentWords),
  endless: scripted("setTimeout(() => { while (true); }, 100)"),
  growing: scripted(
    "setInterval(() => { for (let at = 0; at < 500; at++) main.append(document.createElement('p'), at) }, 1)",
  ),
  // Chromium refuses a URL of more than 2 MiB.
  history: scripted("let at = 0; setInterval(() => history.pushState(null, '', '?' + at++ + 'x'.repeat(1e6)), 1)"),
  attributes: scripted("for (let at = 0; at < 12; at++) main.setAttribute('data-' + at, String(at % 10).repeat(1e7))"),
}

Child.site((path) => pages[path.split("/")[1] ?? ""])
