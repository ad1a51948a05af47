import { useEffect, useState } from "preact/hooks"
import { get } from "./shared.js"

export default () => {
  const [guide, setGuide] = useState()
  useEffect(() => {
    get("/guide").then(setGuide)
  }, [])
  return (
    <article>
      <h1>{guide?.title}</h1>
      <p>{guide?.intro}</p>
      <ol>
        {guide?.steps.map(({ text, title }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </article>
  )
}
