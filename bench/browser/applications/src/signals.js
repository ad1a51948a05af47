import { computed, signal } from "@preact/signals"
import htm from "htm"
import { h, render } from "preact"
import { get, holding, imprint, pages } from "./shared.js"

const html = htm.bind(h)
const labels = signal({})
const data = signal()
const chosen = signal(0)
const url = signal(new URL(location.href))
const word = computed(() => url.value.searchParams.get("q") ?? "")
const found = computed(() => holding(data.value, word.value))

const Home = () => html`
  <h1>${labels.value.articles}</h1>
  ${data.value.map(
    ({ author, date, id, summary, title }) => html`
      <article key=${id}>
        <h2><a href="/articles/${id}">${title}</a></h2>
        <p>${author}, ${date}</p>
        <p>${summary}</p>
      </article>
    `,
  )}
`

const Article = () => {
  const { author, body, comments, date, title } = data.value
  return html`<article>
    <h1>${title}</h1>
    <p>${author}, <time>${date}</time></p>
    ${comments === undefined ? body.map((text) => html`<p>${text}</p>`) : html`<${Comments} comments=${comments} />`}
  </article>`
}

const Comments = ({ comments }) => html`
  <h2>${labels.value.comments}</h2>
  <ul>
    ${comments.map(
      ({ name, text }) =>
        html`<li>
          <b>${name}</b>
          <p>${text}</p>
        </li>`,
    )}
  </ul>
`

const Guide = () => html`
  <h1>${data.value.title}</h1>
  <p>${data.value.intro}</p>
  <ol>
    ${data.value.steps.map(
      ({ text, title }) =>
        html`<li>
          <h3>${title}</h3>
          <p>${text}</p>
        </li>`,
    )}
  </ol>
`

const Stations = () => html`
  <h1>${data.value.title}</h1>
  <table>
    <thead>
      <tr>
        ${data.value.columns.map((text) => html`<th>${text}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${data.value.rows.map(
        (row) =>
          html`<tr>
            ${row.map((text) => html`<td>${text}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>
`

const search = ({ target }) => {
  history.replaceState({}, "", `?q=${encodeURIComponent(target.value)}`)
  url.value = new URL(location.href)
}

const Search = () => html`
  <input aria-label="Word" value=${word} onInput=${search} />
  <h1>${labels.value.results} ${word}</h1>
  ${found.value.map(
    ({ body, summary, title }) =>
      html`<section>
        <h2>${title}</h2>
        <p>${summary}</p>
        <p>${body[0]}</p>
      </section>`,
  )}
`

const Faq = () => html`
  <h1>${data.value.title}</h1>
  <div role="tablist">
    ${data.value.tabs.map(
      ({ name }, at) => html`<button role="tab" onClick=${() => (chosen.value = at)}>${name}</button>`,
    )}
  </div>
  ${data.value.tabs.map(
    ({ entries }, at) => html`
      <div role="tabpanel" hidden=${at !== chosen.value}>
        ${entries.map(
          ({ answer, question }) =>
            html`<section>
              <h3>${question}</h3>
              <p>${answer}</p>
            </section>`,
        )}
      </div>
    `,
  )}
`

const Report = () => {
  const { figures, intro, quote, sections, title } = data.value
  return html`<article>
    <h1>${title}</h1>
    <p>${intro}</p>
    <dl>
      ${figures.map(
        ([term, value]) =>
          html`<dt>${term}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    <blockquote>${quote}</blockquote>
    ${sections.map(
      ({ text, title }) =>
        html`<section>
          <h2>${title}</h2>
          <p>${text}</p>
        </section>`,
    )}
  </article>`
}

const withComments = async (path) => ({ ...(await get(path.replace("/comments", ""))), comments: await get(path) })

/** What a path shows, and how its data comes. */
const views = [
  [/^\/$/, Home, () => get("/articles")],
  [/^\/articles\/\w+$/, Article, get],
  [/^\/articles\/\w+\/comments$/, Article, withComments],
  [/^\/guide$/, Guide, async () => (await import("./guide-plain.js")).load()],
  [/^\/search$/, Search, () => get("/articles?full")],
  [/^\/stations$/, Stations, get],
  [/^\/faq$/, Faq, get],
  [/^\/report$/, Report, get],
]

const { pathname } = location
const [, View, load] = views.find(([pattern]) => pattern.test(pathname))
const App = () => html`
  <header>
    <nav>${pages.map(([path, name]) => html`<a href=${path}>${name}</a> `)}</nav>
  </header>
  <main>${data.value === undefined ? html`<p role="status">Loading…</p>` : html`<${View} />`}</main>
  <footer>${imprint}</footer>
`

render(html`<${App} />`, document.getElementById("app"))
get("/labels").then((loaded) => (labels.value = loaded))
load(pathname).then((loaded) => (data.value = loaded))
