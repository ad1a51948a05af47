/** The sites of the attack, in a process of their own: `/page/N` is an ordinary article, the others are hostile. */
import * as Child from "../../harness/Child.ts"

const paragraph = "The tide is the rise and fall of the sea, which follows the moon and, less so, the sun. ".repeat(6)
const marks = "\u0301\u0323".repeat(400_000)
const section = `<h2>a${marks.slice(0, 20_000)}</h2><p>Words.</p>`
const longCharset = `<meta http-equiv="content-type" content="text/html; charset=${"\t".repeat(32_768)}">`

const pages: Readonly<Record<string, (number: string) => Child.Page>> = {
  page: (number) => ({
    body: `<title>Tides ${number}</title><article><h1>Tides</h1>${`<p>${paragraph}</p>`.repeat(12)}</article>`,
  }),
  spaces: () => ({ type: "text/plain", body: `# a${" ".repeat(2_000)}b` }),
  unbroken: () => ({ type: "text/plain", body: "abcdefghij".repeat(200_000) }),
  marks: () => ({ body: `<article><p>${marks}</p></article>` }),
  headings: () => ({ body: `<article>${section.repeat(20)}</article>` }),
  charset: () => ({ type: "text/html", body: `${longCharset}<p>Words.</p>` }),
}

Child.site((path) => {
  const [, name = "", number = ""] = path.split("/")
  return pages[name]?.(number)
})
