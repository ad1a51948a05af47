import { Alpine } from "alpinejs"
import { get, holding, imprint, pages } from "./shared.js"

const paragraphs = `<template x-for="text in data.body"><p x-text="text"></p></template>`

const comments = `
  <h2 x-text="labels.comments"></h2>
  <ul><template x-for="{ name, text } in data.comments"><li><b x-text="name"></b> <p x-text="text"></p></li>
</template></ul>`

const article = (part) => `
  <article><h1 x-text="data.title"></h1><p><span x-text="data.author"></span>, <time x-text="data.date"></time>
</p>${part}</article>`

const entries = (list, title, text) => `
  <template x-for="entry in ${list}"><section><h2 x-text="entry.${title}"></h2><p x-text="entry.${text}"></p>
</section></template>`

/** What a path shows: where its data is, and its markup. */
const views = [
  [
    /^\/$/,
    () => get("/articles"),
    `<h1 x-text="labels.articles"></h1>
    <template x-for="{ author, date, id, summary, title } in data" :key="id">
      <article>
        <h2><a :href="'/articles/' + id" x-text="title"></a></h2>
        <p x-text="author + ', ' + date"></p><p x-text="summary"></p>
      </article>
    </template>`,
  ],
  [
    /^\/articles\/(\w+)\/comments$/,
    async (id) => ({ ...(await get(`/articles/${id}`)), comments: await get(`/articles/${id}/comments`) }),
    article(comments),
  ],
  [/^\/articles\/(\w+)$/, (id) => get(`/articles/${id}`), article(paragraphs)],
  [
    /^\/guide$/,
    async () => (await import("./guide-plain.js")).load(),
    `<h1 x-text="data.title"></h1><p x-text="data.intro"></p>
    <ol><template x-for="{ text, title } in data.steps"><li><h3 x-text="title"></h3><p x-text="text"></p></li>
</template></ol>`,
  ],
  [
    /^\/stations$/,
    () => get("/stations"),
    `<h1 x-text="data.title"></h1>
    <table>
      <thead><tr><template x-for="text in data.columns"><th x-text="text"></th></template></tr></thead>
      <tbody>
        <template x-for="row in data.rows"><tr><template x-for="text in row"><td x-text="text"></td></template>
</tr></template>
      </tbody>
    </table>`,
  ],
  [
    /^\/search$/,
    () => get("/articles?full"),
    `<input aria-label="Word" x-model="word"><h1 x-text="labels.results + ' ' + word"></h1>
    <template x-for="{ body, id, summary, title } in found" :key="id">
      <section><h2 x-text="title"></h2><p x-text="summary"></p><p x-text="body[0]"></p></section>
    </template>`,
  ],
  [
    /^\/faq$/,
    () => get("/faq"),
    `<h1 x-text="data.title"></h1>
    <div role="tablist">
      <template x-for="(tab, at) in data.tabs"><button role="tab" @click="chosen = at" x-text="tab.name"></button>
</template>
    </div>
    <template x-for="(tab, at) in data.tabs">
      <div role="tabpanel" x-show="at === chosen" x-transition>${entries("tab.entries", "question", "answer")}</div>
    </template>`,
  ],
  [
    /^\/report$/,
    () => get("/report"),
    `<h1 x-text="data.title"></h1><p x-text="data.intro"></p>
    <dl><template x-for="[term, value] in data.figures"><div><dt x-text="term"></dt><dd x-text="value"></dd></div>
</template></dl>
    <blockquote x-text="data.quote"></blockquote>${entries("data.sections", "title", "text")}`,
  ],
]

const [pattern, load, markup] = views.find(([pattern]) => pattern.test(location.pathname))

Alpine.data("journal", () => ({
  chosen: 0,
  data: undefined,
  labels: {},
  word: new URLSearchParams(location.search).get("q") ?? "",
  async init() {
    this.labels = await get("/labels")
    this.data = await load(pattern.exec(location.pathname)[1])
  },
  get found() {
    return holding(this.data, this.word)
  },
}))

const links = pages.map(([path, name]) => `<a href="${path}">${name}</a>`).join(" ")
document.getElementById("app").innerHTML = `
  <div x-data="journal">
    <header><nav>${links}</nav></header>
    <main><template x-if="data"><div>${markup}</div></template></main>
    <footer>${imprint}</footer>
  </div>`
Alpine.start()
