import { A, Route, Router, useParams, useSearchParams } from "@solidjs/router"
import {
  createContext,
  createMemo,
  createResource,
  createSignal,
  For,
  lazy,
  Show,
  Suspense,
  useContext,
} from "solid-js"
import { render } from "solid-js/web"
import { get, holding, imprint, pages } from "./shared.js"

const Labels = createContext()
const Current = createContext()

const Layout = (props) => {
  const [labels] = createResource(() => get("/labels"))
  return (
    <Labels.Provider value={labels}>
      <header>
        <nav>
          <For each={pages}>{([path, name]) => <A href={path}>{name}</A>}</For>
        </nav>
      </header>
      <main>
        <Suspense fallback={<p role="status">Loading…</p>}>{props.children}</Suspense>
      </main>
      <footer>{imprint}</footer>
    </Labels.Provider>
  )
}

const Home = () => {
  const labels = useContext(Labels)
  const [articles] = createResource(() => get("/articles"))
  return (
    <>
      <h1>{labels()?.articles}</h1>
      <For each={articles()}>
        {({ author, date, id, summary, title }) => (
          <article>
            <h2>
              <A href={`/articles/${id}`}>{title}</A>
            </h2>
            <p>
              {author}, {date}
            </p>
            <p>{summary}</p>
          </article>
        )}
      </For>
    </>
  )
}

const Article = (props) => {
  const params = useParams()
  const [article] = createResource(
    () => params.id,
    (id) => get(`/articles/${id}`),
  )
  return (
    <Current.Provider value={article}>
      <article>
        <h1>{article()?.title}</h1>
        <p>
          {article()?.author}, {article()?.date}
        </p>
        {props.children}
      </article>
    </Current.Provider>
  )
}

const Body = () => {
  const article = useContext(Current)
  return <For each={article()?.body}>{(text) => <p>{text}</p>}</For>
}

const Comments = () => {
  const labels = useContext(Labels)
  const params = useParams()
  const [comments] = createResource(() => get(`/articles/${params.id}/comments`))
  return (
    <>
      <h2>{labels()?.comments}</h2>
      <ul>
        <For each={comments()}>
          {({ name, text }) => (
            <li>
              <b>{name}</b> <p>{text}</p>
            </li>
          )}
        </For>
      </ul>
    </>
  )
}

const Stations = () => {
  const [stations] = createResource(() => get("/stations"))
  return (
    <Show when={stations()}>
      {(loaded) => (
        <>
          <h1>{loaded().title}</h1>
          <table>
            <thead>
              <tr>
                <For each={loaded().columns}>{(text) => <th>{text}</th>}</For>
              </tr>
            </thead>
            <tbody>
              <For each={loaded().rows}>
                {(row) => (
                  <tr>
                    <For each={row}>{(text) => <td>{text}</td>}</For>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </>
      )}
    </Show>
  )
}

const Search = () => {
  const labels = useContext(Labels)
  const [params, setParams] = useSearchParams()
  const [articles] = createResource(() => get("/articles?full"))
  const found = createMemo(() => holding(articles() ?? [], params.q ?? ""))
  return (
    <>
      <input aria-label="Word" value={params.q ?? ""} onInput={(event) => setParams({ q: event.target.value })} />
      <h1>
        {labels()?.results} {params.q}
      </h1>
      <For each={found()}>
        {({ body, summary, title }) => (
          <section>
            <h2>{title}</h2>
            <p>{summary}</p>
            <p>{body[0]}</p>
          </section>
        )}
      </For>
    </>
  )
}

const Faq = () => {
  const [faq] = createResource(() => get("/faq"))
  const [chosen, choose] = createSignal(0)
  return (
    <>
      <h1>{faq()?.title}</h1>
      <div role="tablist">
        <For each={faq()?.tabs}>
          {({ name }, at) => (
            <button role="tab" aria-selected={at() === chosen()} onClick={() => choose(at())}>
              {name}
            </button>
          )}
        </For>
      </div>
      <div role="tabpanel">
        <For each={faq()?.tabs[chosen()].entries}>
          {({ answer, question }) => (
            <section>
              <h3>{question}</h3>
              <p>{answer}</p>
            </section>
          )}
        </For>
      </div>
    </>
  )
}

const Report = () => {
  const [report] = createResource(() => get("/report"))
  return (
    <article>
      <h1>{report()?.title}</h1>
      <p>{report()?.intro}</p>
      <dl>
        <For each={report()?.figures}>
          {([term, value]) => (
            <>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </>
          )}
        </For>
      </dl>
      <blockquote>{report()?.quote}</blockquote>
      <For each={report()?.sections}>
        {({ text, title }) => (
          <section>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        )}
      </For>
    </article>
  )
}

const Guide = lazy(() => import("./guide-solid.jsx"))

render(
  () => (
    <Router root={Layout}>
      <Route path="/" component={Home} />
      <Route path="/articles/:id" component={Article}>
        <Route path="/" component={Body} />
        <Route path="/comments" component={Comments} />
      </Route>
      <Route path="/guide" component={Guide} />
      <Route path="/stations" component={Stations} />
      <Route path="/search" component={Search} />
      <Route path="/faq" component={Faq} />
      <Route path="/report" component={Report} />
    </Router>
  ),
  document.getElementById("app"),
)
