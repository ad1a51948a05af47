import { Router, Routes } from "@lit-labs/router"
import { css, html, LitElement } from "lit"
import { repeat } from "lit/directives/repeat.js"
import { until } from "lit/directives/until.js"
import { get, holding, imprint, pages } from "./shared.js"

/** A page that shows data of its own. */
class JsonElement extends LitElement {
  static properties = { data: { state: true }, labels: { attribute: false } }
  async connectedCallback() {
    super.connectedCallback()
    this.data = await get(this.path)
  }
  render() {
    return this.data === undefined ? html`<p role="status">Loading…</p>` : this.show(this.data)
  }
}

class TideHome extends JsonElement {
  path = "/articles"
  show(articles) {
    return html`<h1>${this.labels.articles}</h1>
      ${repeat(
        articles,
        ({ id }) => id,
        (article) => html`<tide-card .article=${article}></tide-card>`,
      )}`
  }
}

class TideCard extends LitElement {
  static properties = { article: { attribute: false } }
  static styles = css`
    article {
      padding: 1em;
    }
  `
  render() {
    const { author, date, id, summary, title } = this.article
    return html`<article>
      <h2><a href="/articles/${id}">${title}</a></h2>
      <p>${author}, ${date}</p>
      <p>${summary}</p>
    </article>`
  }
}

class TideArticle extends LitElement {
  static properties = { article: { attribute: false }, labels: { attribute: false } }
  #routes = new Routes(this, [
    { path: "comments", render: () => until(this.#comments(), html`<p role="status">Loading…</p>`) },
  ])
  async #comments() {
    const comments = await get(`/articles/${this.article.id}/comments`)
    return html`<h2>${this.labels.comments}</h2>
      <ul>
        ${comments.map(
          ({ name, text }) =>
            html`<li>
              <b>${name}</b>
              <p>${text}</p>
            </li>`,
        )}
      </ul>`
  }
  render() {
    const { author, date, title } = this.article
    return html`<article>
      <h1>${title}</h1>
      <p>${author}, ${date}</p>
      ${this.#routes.outlet() ?? this.article.body.map((text) => html`<p>${text}</p>`)}
    </article>`
  }
}

class TideStations extends JsonElement {
  path = "/stations"
  show({ columns, rows, title }) {
    return html`<h1>${title}</h1>
      <table>
        <thead>
          <tr>
            ${columns.map((text) => html`<th>${text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((text) => html`<td>${text}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>`
  }
}

class TideSearch extends JsonElement {
  static properties = { ...JsonElement.properties, word: { state: true } }
  path = "/articles?full"
  word = new URLSearchParams(location.search).get("q") ?? ""
  show(articles) {
    return html`<input aria-label="Word" .value=${this.word} @input=${({ target }) => (this.word = target.value)} />
      <h1>${this.labels.results} ${this.word}</h1>
      ${holding(articles, this.word).map(
        ({ body, summary, title }) =>
          html`<section>
            <h2>${title}</h2>
            <p>${summary}</p>
            <p>${body[0]}</p>
          </section>`,
      )}`
  }
}

class TideFaq extends JsonElement {
  static properties = { ...JsonElement.properties, chosen: { state: true } }
  path = "/faq"
  chosen = 0
  show({ tabs, title }) {
    return html`<h1>${title}</h1>
      <div role="tablist">
        ${tabs.map(
          ({ name }, at) =>
            html`<button role="tab" aria-selected=${at === this.chosen} @click=${() => (this.chosen = at)}>
              ${name}
            </button>`,
        )}
      </div>
      <div role="tabpanel">
        ${tabs[this.chosen].entries.map(
          ({ answer, question }) =>
            html`<section>
              <h3>${question}</h3>
              <p>${answer}</p>
            </section>`,
        )}
      </div>`
  }
}

class TideReport extends JsonElement {
  path = "/report"
  show({ figures, intro, quote, sections, title }) {
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
      ${sections.map(({ text, title }) => html`<tide-section heading=${title}><p>${text}</p></tide-section>`)}
    </article>`
  }
}

class TideSection extends LitElement {
  static properties = { heading: {} }
  render() {
    return html`<section>
      <h2>${this.heading}</h2>
      <slot></slot>
    </section>`
  }
}

class TideApp extends LitElement {
  static properties = { labels: { state: true } }
  #router = new Router(this, [
    { path: "/", render: () => html`<tide-home .labels=${this.labels}></tide-home>` },
    { path: "/articles/:id/*", render: ({ id }) => until(this.#article(id)) },
    { path: "/articles/:id", render: ({ id }) => until(this.#article(id)) },
    {
      path: "/guide",
      enter: async () => {
        await import("./guide-lit.js")
        return true
      },
      render: () => html`<tide-guide></tide-guide>`,
    },
    { path: "/stations", render: () => html`<tide-stations></tide-stations>` },
    { path: "/search", render: () => html`<tide-search .labels=${this.labels}></tide-search>` },
    { path: "/faq", render: () => html`<tide-faq></tide-faq>` },
    { path: "/report", render: () => html`<tide-report></tide-report>` },
  ])
  async #article(id) {
    const article = await get(`/articles/${id}`)
    return html`<tide-article .article=${article} .labels=${this.labels}></tide-article>`
  }
  async connectedCallback() {
    super.connectedCallback()
    this.labels = await get("/labels")
  }
  render() {
    return html`<header>
        <nav>${pages.map(([path, name]) => html`<a href=${path}>${name}</a> `)}</nav>
      </header>
      <main>${this.labels === undefined ? "" : this.#router.outlet()}</main>
      <footer>${imprint}</footer>`
  }
}

const elements = {
  "tide-home": TideHome,
  "tide-card": TideCard,
  "tide-article": TideArticle,
  "tide-stations": TideStations,
  "tide-search": TideSearch,
  "tide-faq": TideFaq,
  "tide-report": TideReport,
  "tide-section": TideSection,
  "tide-app": TideApp,
}
for (const [name, element] of Object.entries(elements)) customElements.define(name, element)
document.getElementById("app").append(document.createElement("tide-app"))
