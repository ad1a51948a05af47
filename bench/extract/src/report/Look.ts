/** The look of the report: its style sheet, dark and light, and its small script. */

/** The style sheet. */
export const style = `
:root { color-scheme: light dark; --line: light-dark(#d4d4d8, #3f3f46); --faint: light-dark(#52525b, #a1a1aa);
  --back: light-dark(#ffffff, #18181b); --fore: light-dark(#18181b, #f4f4f5); --bar: light-dark(#bfdbfe, #1e3a8a);
  --missing: light-dark(#fecaca, #7f1d1d); --extra: light-dark(#fde68a, #713f12); --elsewhere: light-dark(#e4e4e7, #3f3f46);
  --loss: light-dark(#b91c1c, #fca5a5); --gain: light-dark(#15803d, #86efac); }
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
body { margin: 0 auto; max-width: 90rem; padding: 1rem 2rem 6rem; font: 15px/1.5 system-ui, sans-serif;
  background: var(--back); color: var(--fore); }
h1, h2 { line-height: 1.2; }
h4 { margin: .5rem 0; }
nav { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: .4rem; padding: .6rem 0; background: var(--back);
  border-bottom: 1px solid var(--line); z-index: 1; }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: .4rem;
  padding: .15rem .7rem; cursor: pointer; }
button[aria-pressed=true] { background: var(--bar); }
:focus-visible { outline: 3px solid var(--gain); outline-offset: 1px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .8rem .15rem 0; text-align: right; border-bottom: 1px solid var(--line); }
th[scope=row], td.note, thead th:first-child { text-align: left; font-weight: 500; }
td.note { max-width: 30rem; overflow-wrap: anywhere; }
td.bar { position: relative; min-width: 14rem; text-align: left; padding-left: .4rem; }
td.bar span { position: absolute; inset: 2px auto 2px 0; background: var(--bar); border-radius: 2px; }
td.bar b { position: relative; font-weight: 500; }
.faint { color: var(--faint); overflow-wrap: anywhere; }
.loss { color: var(--loss); } .gain { color: var(--gain); }
.page { border-bottom: 1px solid var(--line); padding: .3rem 0; scroll-margin-top: 4rem; }
.page summary { cursor: pointer; } .page summary .type { display: inline-block; min-width: 8rem; }
.page[hidden] { display: none; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
@media (max-width: 50rem) { .pair { grid-template-columns: 1fr; } }
.text { max-height: 32rem; overflow: auto; padding: .6rem; border: 1px solid var(--line); border-radius: .4rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
del, ins { text-decoration: none; border-radius: 2px; color: inherit; }
del, .key .missing { background: var(--missing); } ins, .key .extra { background: var(--extra); }
.elsewhere { background: var(--elsewhere); }
.cut { color: var(--faint); font-style: italic; }
`

/**
 * The script: shows and hides types, switches the theme, moves through the pages with j and k. The report is readable
 * without it.
 */
export const script = `
"use strict"
const pages = [...document.querySelectorAll(".page")]
const buttons = [...document.querySelectorAll("button[data-show]")]
const shown = document.getElementById("shown")
const show = (type) => {
  for (const page of pages) page.hidden = type !== "all" && page.dataset.type !== type
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.show === type))
  shown.textContent = pages.filter((page) => !page.hidden).length + " pages shown"
}
const turn = () => {
  const root = document.documentElement
  const isDark = root.dataset.theme === "dark" ||
    (root.dataset.theme === undefined && matchMedia("(prefers-color-scheme: dark)").matches)
  root.dataset.theme = isDark ? "light" : "dark"
}
const go = (by) => {
  const list = pages.filter((page) => !page.hidden)
  const at = list.indexOf(document.activeElement === null ? null : document.activeElement.closest(".page"))
  const next = list[at === -1 ? (by > 0 ? 0 : list.length - 1) : at + by]
  if (next === undefined) return
  next.querySelector("summary").focus()
  next.scrollIntoView({ block: "start" })
}
for (const button of buttons) button.addEventListener("click", () => show(button.dataset.show))
document.getElementById("theme").addEventListener("click", turn)
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === "j") go(1)
  else if (event.key === "k") go(-1)
  else if (event.key === "t") turn()
  else if (/^[0-9]$/.test(event.key) && buttons[event.key] !== undefined) show(buttons[event.key].dataset.show)
})
document.body.classList.add("live")
show("all")
`
