import "@angular/compiler"
import { AsyncPipe } from "@angular/common"
import { HttpClient } from "@angular/common/http"
import { Component, inject } from "@angular/core"

export const Guide = Component({
  selector: "tide-guide",
  imports: [AsyncPipe],
  template: `
    @if (guide$ | async; as guide) {
      <article>
        <h1>{{ guide.title }}</h1>
        <p>{{ guide.intro }}</p>
        <ol>@for (step of guide.steps; track step.title) {<li><h3>{{ step.title }}</h3><p>{{ step.text }}</p></li>}</ol>
      </article>
    }`,
})(
  class {
    guide$ = inject(HttpClient).get("/api/guide")
  },
)
