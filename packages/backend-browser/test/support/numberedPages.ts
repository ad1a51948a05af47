/** Pages that are empty until their scripts have run, and each of which shows its own number then. */
import type { Site } from "./browser.ts"

/** A page, its parts, and the text that it shows. */
export interface NumberedPage {
  readonly html: string
  readonly site: Site
  readonly text: string
}

/** The pages with the numbers from 1 up to a count, of five kinds in turn. */
export const numberedPages = (count: number): ReadonlyArray<NumberedPage> =>
  Array.from({ length: count }, (_, at) => makers[at % makers.length]?.(at + 1) ?? written(at + 1))

// --- private --------------------------------------------------------------------------

type Make = (number: number) => NumberedPage

const written: Make = (number) => ({
  html: `<p></p><script>document.querySelector('p').append('Tide ' + ${number} + '.')</script>`,
  site: {},
  text: `Tide ${number}.`,
})

const fetched: Make = (number) => ({
  html: "<p></p><script type=module src=/app.js></script>",
  site: {
    "/app.js": ["text/javascript", "import { show } from './show.js'; show(await (await fetch('/data.json')).json())"],
    "/show.js": ["text/javascript", "export const show = ({ tide }) => document.querySelector('p').append(tide)"],
    "/data.json": ["application/json", JSON.stringify({ tide: `Tide ${number}.` })],
  },
  text: `Tide ${number}.`,
})

// clock: the page's own script
const late: Make = (number) => ({
  html: `<p></p><script>setTimeout(() => document.querySelector('p').append('Tide ${number}.'), 1500)</script>`,
  site: {},
  text: `Tide ${number}.`,
})

const ofWorker: Make = (number) => ({
  html: "<p></p><script>new Worker('/w.js').onmessage = ({ data }) => document.querySelector('p').append(data)</script>",
  site: { "/w.js": ["text/javascript", `postMessage('Tide ' + ${number} + '.')`] },
  text: `Tide ${number}.`,
})

const inClosedTree: Make = (number) => ({
  html: `<x-tide></x-tide><script>document.querySelector('x-tide').attachShadow({ mode: 'closed' }).append('Tide ' + ${number} + '.')</script>`,
  site: {},
  text: `Tide ${number}.`,
})

const makers: ReadonlyArray<Make> = [written, fetched, late, ofWorker, inClosedTree]
