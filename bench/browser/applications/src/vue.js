import { computed, createApp, inject, provide, ref, watchEffect } from "vue"
import { createRouter, createWebHistory, useRoute, useRouter } from "vue-router"
import { get, holding, imprint, pages } from "./shared.js"

const useJson = (pathOf) => {
  const data = ref()
  watchEffect(async () => {
    data.value = await get(pathOf())
  })
  return data
}

const App = {
  setup() {
    const labels = useJson(() => "/labels")
    provide("labels", labels)
    return { imprint, labels, pages }
  },
  template: `
    <header><nav><RouterLink v-for="[path, name] of pages" :key="path" :to="path">{{ name }}</RouterLink></nav></header>
    <main><RouterView v-if="labels" /></main>
    <footer>{{ imprint }}</footer>`,
}

const Home = {
  setup: () => ({ articles: useJson(() => "/articles"), labels: inject("labels") }),
  template: `
    <h1>{{ labels.articles }}</h1>
    <TransitionGroup name="list" tag="div">
      <article v-for="{ author, date, id, summary, title } of articles" :key="id">
        <h2><RouterLink :to="'/articles/' + id">{{ title }}</RouterLink></h2>
        <p>{{ author }}, {{ date }}</p>
        <p>{{ summary }}</p>
      </article>
    </TransitionGroup>`,
}

const Article = {
  setup() {
    const route = useRoute()
    const article = useJson(() => "/articles/" + route.params.id)
    provide("article", article)
    return { article }
  },
  template: `
    <article v-if="article">
      <h1>{{ article.title }}</h1>
      <p>{{ article.author }}, {{ article.date }}</p>
      <RouterView />
    </article>`,
}

const Body = {
  setup: () => ({ article: inject("article") }),
  template: `<p v-for="text of article.body" :key="text" v-text="text"></p>`,
}

const Comments = {
  setup() {
    const article = inject("article")
    return { comments: useJson(() => `/articles/${article.value.id}/comments`), labels: inject("labels") }
  },
  template: `
    <h2>{{ labels.comments }}</h2>
    <ul><li v-for="{ name, text } of comments" :key="name"><b>{{ name }}</b><p>{{ text }}</p></li></ul>`,
}

const Stations = {
  setup: () => ({ stations: useJson(() => "/stations") }),
  template: `
    <template v-if="stations">
      <h1>{{ stations.title }}</h1>
      <table>
        <thead><tr><th v-for="text of stations.columns">{{ text }}</th></tr></thead>
        <tbody><tr v-for="row of stations.rows"><td v-for="text of row">{{ text }}</td></tr></tbody>
      </table>
    </template>`,
}

const Search = {
  setup() {
    const route = useRoute()
    const router = useRouter()
    const articles = useJson(() => "/articles?full")
    const word = computed({
      get: () => route.query.q ?? "",
      set: (q) => router.replace({ query: { q } }),
    })
    return { found: computed(() => holding(articles.value ?? [], word.value)), labels: inject("labels"), word }
  },
  template: `
    <input aria-label="Word" v-model="word">
    <h1>{{ labels.results }} {{ word }}</h1>
    <section v-for="{ body, id, summary, title } of found" :key="id">
      <h2>{{ title }}</h2><p>{{ summary }}</p><p>{{ body[0] }}</p>
    </section>`,
}

const Faq = {
  setup: () => ({ chosen: ref(0), faq: useJson(() => "/faq") }),
  template: `
    <template v-if="faq">
      <h1>{{ faq.title }}</h1>
      <div role="tablist">
        <button v-for="({ name }, at) of faq.tabs" role="tab" :aria-selected="at === chosen" @click="chosen = at">
          {{ name }}
        </button>
      </div>
      <div v-for="({ entries }, at) of faq.tabs" v-show="at === chosen" role="tabpanel">
        <section v-for="{ answer, question } of entries"><h3>{{ question }}</h3><p>{{ answer }}</p></section>
      </div>
    </template>`,
}

const Report = {
  setup: () => ({ report: useJson(() => "/report") }),
  template: `
    <article v-if="report">
      <h1>{{ report.title }}</h1>
      <p>{{ report.intro }}</p>
      <dl><template v-for="[term, value] of report.figures"><dt>{{ term }}</dt><dd>{{ value }}</dd></template></dl>
      <blockquote>{{ report.quote }}</blockquote>
      <section v-for="{ text, title } of report.sections"><h2>{{ title }}</h2><p>{{ text }}</p></section>
    </article>`,
}

const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: "/", component: Home },
    {
      path: "/articles/:id",
      component: Article,
      children: [
        { path: "", component: Body },
        { path: "comments", component: Comments },
      ],
    },
    { path: "/guide", component: () => import("./Guide.vue") },
    { path: "/stations", component: Stations },
    { path: "/search", component: Search },
    { path: "/faq", component: Faq },
    { path: "/report", component: Report },
  ],
})

createApp(App).use(router).mount("#app")
