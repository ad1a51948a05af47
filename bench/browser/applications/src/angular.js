import "@angular/compiler"
import { HttpClient, provideHttpClient } from "@angular/common/http"
import { Component, computed, inject, Injectable, provideZonelessChangeDetection, signal } from "@angular/core"
import { toSignal } from "@angular/core/rxjs-interop"
import { bootstrapApplication } from "@angular/platform-browser"
import { ActivatedRoute, provideRouter, Router, RouterLink, RouterOutlet } from "@angular/router"
import { map, shareReplay, switchMap } from "rxjs"
import { holding, imprint, pages } from "./shared.js"

const Journal = Injectable({ providedIn: "root" })(
  class {
    #http = inject(HttpClient)
    labels$ = this.get("/labels").pipe(shareReplay(1))
    get(path) {
      return this.#http.get(`/api${path}`)
    }
  },
)

const useJson = (path) => toSignal(inject(Journal).get(path))
const useLabels = () => toSignal(inject(Journal).labels$, { initialValue: {} })

const Home = Component({
  selector: "tide-home",
  imports: [RouterLink],
  template: `
    <h1>{{ labels().articles }}</h1>
    @for (article of articles(); track article.id) {
      <article>
        <h2><a [routerLink]="['/articles', article.id]">{{ article.title }}</a></h2>
        <p>{{ article.author }}, {{ article.date }}</p>
        <p>{{ article.summary }}</p>
      </article>
    }`,
})(
  class {
    articles = useJson("/articles")
    labels = useLabels()
  },
)

const Article = Component({
  selector: "tide-article",
  imports: [RouterOutlet],
  template: `
    @if (article(); as article) {
      <article>
        <h1>{{ article.title }}</h1>
        <p>{{ article.author }}, {{ article.date }}</p>
        <router-outlet />
      </article>
    }`,
})(
  class {
    #journal = inject(Journal)
    article = toSignal(inject(ActivatedRoute).params.pipe(switchMap(({ id }) => this.#journal.get(`/articles/${id}`))))
  },
)

/** What the parts of an article show is of the article in their parent's route. */
const useOfArticle = (pathOf) => {
  const journal = inject(Journal)
  return toSignal(inject(ActivatedRoute).parent.params.pipe(switchMap(({ id }) => journal.get(pathOf(id)))))
}

const Body = Component({
  selector: "tide-body",
  template: `@for (text of article()?.body; track text) {<p>{{ text }}</p>}`,
})(
  class {
    article = useOfArticle((id) => `/articles/${id}`)
  },
)

const Comments = Component({
  selector: "tide-comments",
  template: `
    <h2>{{ labels().comments }}</h2>
    <ul>
      @for (comment of comments(); track comment.name) {
        <li><b>{{ comment.name }}</b> <p>{{ comment.text }}</p></li>
      }
    </ul>`,
})(
  class {
    comments = useOfArticle((id) => `/articles/${id}/comments`)
    labels = useLabels()
  },
)

const Stations = Component({
  selector: "tide-stations",
  template: `
    @if (stations(); as stations) {
      <h1>{{ stations.title }}</h1>
      <table>
        <thead><tr>@for (text of stations.columns; track text) {<th>{{ text }}</th>}</tr></thead>
        <tbody>
          @for (row of stations.rows; track row[0]) {
            <tr>@for (text of row; track $index) {<td>{{ text }}</td>}</tr>
          }
        </tbody>
      </table>
    }`,
})(
  class {
    stations = useJson("/stations")
  },
)

const Search = Component({
  selector: "tide-search",
  template: `
    <input aria-label="Word" [value]="word()" (input)="search($event.target.value)">
    <h1>{{ labels().results }} {{ word() }}</h1>
    @for (article of found(); track article.id) {
      <section><h2>{{ article.title }}</h2><p>{{ article.summary }}</p><p>{{ article.body[0] }}</p></section>
    }`,
})(
  class {
    #router = inject(Router)
    articles = useJson("/articles?full")
    labels = useLabels()
    word = toSignal(inject(ActivatedRoute).queryParams.pipe(map(({ q }) => q ?? "")), { initialValue: "" })
    found = computed(() => holding(this.articles() ?? [], this.word()))
    search(q) {
      this.#router.navigate([], { queryParams: { q } })
    }
  },
)

const Faq = Component({
  selector: "tide-faq",
  template: `
    @if (faq(); as faq) {
      <h1>{{ faq.title }}</h1>
      <div role="tablist">
        @for (tab of faq.tabs; track tab.name) {
          <button role="tab" [attr.aria-selected]="$index === chosen()" (click)="chosen.set($index)">{{
tab.name }}</button>
        }
      </div>
      <div role="tabpanel">
        @for (entry of faq.tabs[chosen()].entries; track entry.question) {
          <section><h3>{{ entry.question }}</h3><p>{{ entry.answer }}</p></section>
        }
      </div>
    }`,
})(
  class {
    chosen = signal(0)
    faq = useJson("/faq")
  },
)

const Report = Component({
  selector: "tide-report",
  template: `
    @if (report(); as report) {
      <article>
        <h1>{{ report.title }}</h1>
        <p>{{ report.intro }}</p>
        <dl>@for (figure of report.figures; track figure[0]) {<dt>{{ figure[0] }}</dt><dd>{{ figure[1] }}</dd>}</dl>
        <blockquote>{{ report.quote }}</blockquote>
        @defer (on idle) {
          @for (part of report.sections; track part.title) {
            <section><h2>{{ part.title }}</h2><p>{{ part.text }}</p></section>
          }
        }
      </article>
    }`,
})(
  class {
    report = useJson("/report")
  },
)

const App = Component({
  selector: "tide-app",
  imports: [RouterLink, RouterOutlet],
  template: `
    <header><nav>@for (page of pages; track page[0]) {<a [routerLink]="page[0]">{{ page[1] }}</a>}</nav></header>
    <main><router-outlet /></main>
    <footer>{{ imprint }}</footer>`,
})(
  class {
    imprint = imprint
    pages = pages
  },
)

const routes = [
  { path: "", pathMatch: "full", component: Home },
  {
    path: "articles/:id",
    component: Article,
    children: [
      { path: "", component: Body },
      { path: "comments", component: Comments },
    ],
  },
  { path: "guide", loadComponent: async () => (await import("./guide-angular.js")).Guide },
  { path: "stations", component: Stations },
  { path: "search", component: Search },
  { path: "faq", component: Faq },
  { path: "report", component: Report },
]

document.getElementById("app").append(document.createElement("tide-app"))
await bootstrapApplication(App, {
  providers: [provideZonelessChangeDetection(), provideHttpClient(), provideRouter(routes)],
})
