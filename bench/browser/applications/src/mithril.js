import m from "mithril"
import { holding, imprint, pages } from "./shared.js"

const get = (url) => m.request({ url: `/api${url}` })
let labels

/** A component that shows what `load` brings. */
const showing = (load, show) => () => {
  let data
  return {
    oninit: async ({ attrs }) => (data = await load(attrs)),
    view: ({ attrs }) => (data === undefined ? m("p", { role: "status" }, "Loading…") : show(data, attrs)),
  }
}

const section = (title, ...texts) => m("section", [m("h2", title), texts.map((text) => m("p", text))])

const Home = showing(
  () => get("/articles"),
  (articles) => [
    m("h1", labels.articles),
    articles.map(({ author, date, id, summary, title }) =>
      m("article", { key: id }, [
        m("h2", m(m.route.Link, { href: `/articles/${id}` }, title)),
        m("p", `${author}, ${date}`),
        m("p", summary),
      ]),
    ),
  ],
)

const article = ({ author, date, title }, part) =>
  m("article", [m("h1", title), m("p", [author, ", ", m("time", date)]), part])

const Article = showing(
  ({ id }) => get(`/articles/${id}`),
  (data) =>
    article(
      data,
      data.body.map((text) => m("p", text)),
    ),
)

const Comments = showing(
  async ({ id }) => ({ ...(await get(`/articles/${id}`)), comments: await get(`/articles/${id}/comments`) }),
  (data) =>
    article(data, [
      m("h2", labels.comments),
      m(
        "ul",
        data.comments.map(({ name, text }) => m("li", [m("b", name), " ", m("p", text)])),
      ),
    ]),
)

const Stations = showing(
  () => get("/stations"),
  ({ columns, rows, title }) => [
    m("h1", title),
    m("table", [
      m(
        "thead",
        m(
          "tr",
          columns.map((text) => m("th", text)),
        ),
      ),
      m(
        "tbody",
        rows.map((row) =>
          m(
            "tr",
            row.map((text) => m("td", text)),
          ),
        ),
      ),
    ]),
  ],
)

const Search = showing(
  () => get("/articles?full"),
  (articles, { q = "" }) => [
    m("input", {
      "aria-label": "Word",
      value: q,
      oninput: ({ target }) => m.route.set("/search", { q: target.value }),
    }),
    m("h1", `${labels.results} ${q}`),
    holding(articles, q).map(({ body, summary, title }) => section(title, summary, body[0])),
  ],
)

let chosen = 0
const Faq = showing(
  () => get("/faq"),
  ({ tabs, title }) => [
    m("h1", title),
    m(
      "div[role=tablist]",
      tabs.map(({ name }, at) => m("button[role=tab]", { onclick: () => (chosen = at) }, name)),
    ),
    m(
      "div[role=tabpanel]",
      tabs[chosen].entries.map(({ answer, question }) => section(question, answer)),
    ),
  ],
)

const Report = showing(
  () => get("/report"),
  ({ figures, intro, quote, sections, title }) =>
    m("article", [
      m("h1", title),
      m("p", intro),
      m(
        "dl",
        figures.map(([term, value]) => [m("dt", term), m("dd", value)]),
      ),
      m("blockquote", quote),
      sections.map(({ text, title }) => section(title, text)),
    ]),
)

const layout = (resolve) => ({
  onmatch: resolve,
  render: (page) => [
    m(
      "header",
      m(
        "nav",
        pages.map(([href, name]) => m(m.route.Link, { href }, name)),
      ),
    ),
    m("main", page),
    m("footer", imprint),
  ],
})

m.route.prefix = ""
labels = await get("/labels")
m.route(document.getElementById("app"), "/", {
  "/": layout(() => Home),
  "/articles/:id": layout(() => Article),
  "/articles/:id/comments": layout(() => Comments),
  "/guide": layout(async () => (await import("./guide-mithril.js")).Guide),
  "/stations": layout(() => Stations),
  "/search": layout(() => Search),
  "/faq": layout(() => Faq),
  "/report": layout(() => Report),
})
