// Shows the pages of one type. The report is readable without it.
"use strict"
const buttons = document.querySelectorAll("button")
const show = (type) => {
  for (const page of document.querySelectorAll(".page")) page.hidden = type !== "all" && page.dataset.type !== type
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.show === type))
}
for (const button of buttons) button.addEventListener("click", () => show(button.dataset.show))
