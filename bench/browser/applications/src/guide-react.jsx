import { use } from "react"
import { get } from "./shared.js"

const loaded = get("/guide")

export default () => {
  const { intro, steps, title } = use(loaded)
  return (
    <article>
      <h1>{title}</h1>
      <p>{intro}</p>
      <ol>
        {steps.map(({ text, title }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </article>
  )
}
