import { createResource, For } from "solid-js"
import { get } from "./shared.js"

export default () => {
  const [guide] = createResource(() => get("/guide"))
  return (
    <article>
      <h1>{guide()?.title}</h1>
      <p>{guide()?.intro}</p>
      <ol>
        <For each={guide()?.steps}>
          {({ text, title }) => (
            <li>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          )}
        </For>
      </ol>
    </article>
  )
}
