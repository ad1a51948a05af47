import { createContext, render } from "preact"
import { useContext, useEffect, useState } from "preact/hooks"
import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation, useRoute } from "preact-iso"
import { get, holding, imprint, pages } from "./shared.js"

const Labels = createContext({})

const useJson = (path) => {
  const [data, setData] = useState()
  useEffect(() => {
    let isCurrent = true
    get(path).then((loaded) => isCurrent && setData(loaded))
    return () => (isCurrent = false)
  }, [path])
  return data
}

const Home = () => {
  const articles = useJson("/articles")
  const labels = useContext(Labels)
  return (
    <div>
      <h1>{labels.articles}</h1>
      {articles?.map(({ author, date, id, summary, title }) => (
        <article key={id}>
          <h2>
            <a href={`/articles/${id}`}>{title}</a>
          </h2>
          <p>
            {author}, {date}
          </p>
          <p>{summary}</p>
        </article>
      ))}
    </div>
  )
}

const Article = () => {
  const { params } = useRoute()
  const article = useJson(`/articles/${params.id}`)
  return (
    article && (
      <article>
        <h1>{article.title}</h1>
        <p>
          {article.author}, {article.date}
        </p>
        <Router>
          <Route path="/comments" component={Comments} article={article} />
          <Route default component={Body} article={article} />
        </Router>
      </article>
    )
  )
}

const Body = ({ article }) => (
  <div>
    {article.body.map((text) => (
      <p key={text}>{text}</p>
    ))}
  </div>
)

const Comments = ({ article }) => {
  const comments = useJson(`/articles/${article.id}/comments`)
  const labels = useContext(Labels)
  return (
    <div>
      <h2>{labels.comments}</h2>
      <ul>
        {comments?.map(({ name, text }) => (
          <li key={name}>
            <b>{name}</b> <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Stations = () => {
  const stations = useJson("/stations")
  return (
    <div>
      <h1>{stations?.title}</h1>
      <table>
        <thead>
          <tr>
            {stations?.columns.map((text) => (
              <th key={text}>{text}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stations?.rows.map((row) => (
            <tr key={row[0]}>
              {row.map((text, at) => (
                <td key={at}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Search = () => {
  const { query, route } = useLocation()
  const articles = useJson("/articles?full")
  const labels = useContext(Labels)
  const word = query.q ?? ""
  return (
    <div>
      <input aria-label="Word" value={word} onInput={(event) => route(`/search?q=${event.target.value}`, true)} />
      <h1>
        {labels.results} {word}
      </h1>
      {holding(articles ?? [], word).map(({ body, id, summary, title }) => (
        <section key={id}>
          <h2>{title}</h2>
          <p>{summary}</p>
          <p>{body[0]}</p>
        </section>
      ))}
    </div>
  )
}

const Faq = () => {
  const faq = useJson("/faq")
  const [chosen, choose] = useState(0)
  return (
    <div>
      <h1>{faq?.title}</h1>
      <div role="tablist">
        {faq?.tabs.map(({ name }, at) => (
          <button key={name} role="tab" aria-selected={at === chosen} onClick={() => choose(at)}>
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel">
        {faq?.tabs[chosen].entries.map(({ answer, question }) => (
          <section key={question}>
            <h3>{question}</h3>
            <p>{answer}</p>
          </section>
        ))}
      </div>
    </div>
  )
}

const Report = () => {
  const report = useJson("/report")
  return (
    <article>
      <h1>{report?.title}</h1>
      <p>{report?.intro}</p>
      <dl>
        {report?.figures.map(([term, value]) => (
          <>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <blockquote>{report?.quote}</blockquote>
      {report?.sections.map(({ text, title }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </article>
  )
}

const Guide = lazy(() => import("./guide-preact.jsx"))

const App = () => {
  const labels = useJson("/labels")
  return (
    <LocationProvider>
      <header>
        <nav>
          {pages.map(([path, name]) => (
            <a key={path} href={path}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <Labels.Provider value={labels ?? {}}>
          <ErrorBoundary>
            <Router>
              <Route path="/" component={Home} />
              <Route path="/articles/:id" component={Article} />
              <Route path="/articles/:id/*" component={Article} />
              <Route path="/guide" component={Guide} />
              <Route path="/stations" component={Stations} />
              <Route path="/search" component={Search} />
              <Route path="/faq" component={Faq} />
              <Route path="/report" component={Report} />
            </Router>
          </ErrorBoundary>
        </Labels.Provider>
      </main>
      <footer>{imprint}</footer>
    </LocationProvider>
  )
}

render(<App />, document.getElementById("app"))
