import { createContext, lazy, Suspense, useContext, useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import {
  BrowserRouter,
  Link,
  NavLink,
  Outlet,
  Route,
  Routes,
  useOutletContext,
  useParams,
  useSearchParams,
} from "react-router"
import { get, holding, imprint, pages } from "./shared.js"

const Labels = createContext({})

const useJson = (path) => {
  const [data, setData] = useState()
  useEffect(() => {
    get(path).then(setData)
  }, [path])
  return data
}

const Guide = lazy(() => import("./guide-react.jsx"))
const Spinner = () => <p role="status">Loading…</p>

const Layout = () => {
  const labels = useJson("/labels")
  return (
    <Labels.Provider value={labels ?? {}}>
      <header>
        <nav>
          {pages.map(([path, name]) => (
            <NavLink key={path} to={path}>
              {name}
            </NavLink>
          ))}
        </nav>
      </header>
      <main>
        <Suspense fallback={<Spinner />}>{labels ? <Outlet /> : <Spinner />}</Suspense>
      </main>
      <footer>{imprint}</footer>
    </Labels.Provider>
  )
}

const Home = () => {
  const articles = useJson("/articles")
  const labels = useContext(Labels)
  if (!articles) return <Spinner />
  return (
    <>
      <h1>{labels.articles}</h1>
      {articles.map(({ author, date, id, summary, title }) => (
        <article key={id}>
          <h2>
            <Link to={`/articles/${id}`}>{title}</Link>
          </h2>
          <p>
            {author}, <time>{date}</time>
          </p>
          <p>{summary}</p>
        </article>
      ))}
    </>
  )
}

const Article = () => {
  const { id } = useParams()
  const article = useJson(`/articles/${id}`)
  if (!article) return <Spinner />
  return (
    <article>
      <h1>{article.title}</h1>
      <p>
        {article.author}, <time>{article.date}</time>
      </p>
      <Outlet context={article} />
    </article>
  )
}

const Body = () => useOutletContext().body.map((text) => <p key={text}>{text}</p>)

const Comments = () => {
  const { id } = useOutletContext()
  const comments = useJson(`/articles/${id}/comments`)
  const labels = useContext(Labels)
  if (!comments) return <Spinner />
  return (
    <section>
      <h2>{labels.comments}</h2>
      <ul>
        {comments.map(({ name, text }) => (
          <li key={name}>
            <b>{name}</b> <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Stations = () => {
  const stations = useJson("/stations")
  if (!stations) return <Spinner />
  return (
    <>
      <h1>{stations.title}</h1>
      <table>
        <thead>
          <tr>
            {stations.columns.map((text) => (
              <th key={text}>{text}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stations.rows.map((row) => (
            <tr key={row[0]}>
              {row.map((text, at) => (
                <td key={at}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const Search = () => {
  const [params, setParams] = useSearchParams()
  const articles = useJson("/articles?full")
  const labels = useContext(Labels)
  const word = params.get("q") ?? ""
  if (!articles) return <Spinner />
  return (
    <>
      <input aria-label="Word" value={word} onChange={(event) => setParams({ q: event.target.value })} />
      <h1>
        {labels.results} {word}
      </h1>
      {holding(articles, word).map(({ body, id, summary, title }) => (
        <section key={id}>
          <h2>{title}</h2>
          <p>{summary}</p>
          <p>{body[0]}</p>
        </section>
      ))}
    </>
  )
}

const Faq = () => {
  const faq = useJson("/faq")
  const [chosen, choose] = useState(0)
  if (!faq) return <Spinner />
  return (
    <>
      <h1>{faq.title}</h1>
      <div role="tablist">
        {faq.tabs.map(({ name }, at) => (
          <button key={name} role="tab" aria-selected={at === chosen} onClick={() => choose(at)}>
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel">
        {faq.tabs[chosen].entries.map(({ answer, question }) => (
          <section key={question}>
            <h3>{question}</h3>
            <p>{answer}</p>
          </section>
        ))}
      </div>
    </>
  )
}

const Report = () => {
  const report = useJson("/report")
  if (!report) return <Spinner />
  return (
    <article>
      <h1>{report.title}</h1>
      <p>{report.intro}</p>
      <dl>
        {report.figures.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <blockquote>{report.quote}</blockquote>
      {report.sections.map(({ text, title }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </article>
  )
}

createRoot(document.getElementById("app")).render(
  <BrowserRouter>
    <Routes>
      <Route element={<Layout />}>
        <Route index element={<Home />} />
        <Route path="articles/:id" element={<Article />}>
          <Route index element={<Body />} />
          <Route path="comments" element={<Comments />} />
        </Route>
        <Route path="guide" element={<Guide />} />
        <Route path="stations" element={<Stations />} />
        <Route path="search" element={<Search />} />
        <Route path="faq" element={<Faq />} />
        <Route path="report" element={<Report />} />
      </Route>
    </Routes>
  </BrowserRouter>,
)
