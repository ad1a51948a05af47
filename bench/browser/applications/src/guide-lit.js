import { Task } from "@lit/task"
import { html, LitElement } from "lit"
import { get } from "./shared.js"

class TideGuide extends LitElement {
  #guide = new Task(this, { task: () => get("/guide"), args: () => [] })
  render() {
    return this.#guide.render({
      complete: ({ intro, steps, title }) =>
        html`<article>
          <h1>${title}</h1>
          <p>${intro}</p>
          <ol>
            ${steps.map(
              ({ text, title }) =>
                html`<li>
                  <h3>${title}</h3>
                  <p>${text}</p>
                </li>`,
            )}
          </ol>
        </article>`,
    })
  }
}
customElements.define("tide-guide", TideGuide)
