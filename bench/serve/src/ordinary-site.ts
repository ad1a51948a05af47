/** The sites of the ordinary tenants, in a process of their own: articles, pages that a script draws, and a SearXNG. */
import * as Child from "../../harness/Child.ts"
import { drawn } from "./OrdinaryCalls.ts"

const paragraph = "The tide is the rise and fall of the sea, which follows the moon and, less so, the sun. ".repeat(6)

const app = `<main></main><script>
  for (let at = 0; at < 12; at++) {
    const p = document.createElement("p")
    p.textContent = ${JSON.stringify(`${drawn} ${paragraph}`)}
    document.querySelector("main").append(p)
  }
</script>`

const hits = Array.from({ length: 10 }, (_, at) => ({
  title: `Tides ${at}`,
  url: `http://public.test/page/${at}`,
  content: paragraph.slice(0, 200),
}))

const pages: Readonly<Record<string, (number: string) => Child.Page>> = {
  page: (number) => ({
    body: `<title>Tides ${number}</title><article><h1>Tides</h1>${`<p>${paragraph}</p>`.repeat(12)}</article>`,
  }),
  app: (number) => ({ body: `<title>Tides ${number}</title>${app}` }),
  search: () => ({ type: "application/json", body: JSON.stringify({ query: "tides", results: hits }) }),
}

Child.site((path) => {
  const [, name = "", number = ""] = path.split(/[/?]/)
  return pages[name]?.(number)
})
