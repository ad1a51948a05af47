/**
 * Finds out with a browser which sentences of the truth set are visible, and saves the answers in `cases.ndjson`:
 *
 *   node packages/visibility/test/judge.ts [--browser /usr/bin/chromium] [--name PART]
 *
 * A sentence is visible if the screenshot changes when its letters change, by more than 8 of 255 in a channel of a
 * pixel. Scripts run and animations end before the screenshot, which shows the page's whole height at a width of 1280
 * pixels. `--name` judges only the cases whose name contains PART.
 */
import { parseArgs } from "node:util"
import { chromium, type Page } from "playwright-core"
import { type HiddenCase, pageOf, permuted, read, sentenceOf, write } from "./HiddenCases.ts"

const { values } = parseArgs({
  options: { browser: { type: "string", default: "/usr/bin/chromium" }, name: { type: "string", default: "" } },
})

const viewport = { width: 1_280, height: 800 }

const shown = async (page: Page, html: string): Promise<string> => {
  await page.goto("about:blank")
  // In a monospaced font a box keeps its size when its letters change places.
  const even = "<head><style>html{font-family:monospace;font-kerning:none}</style>"
  await page.setContent(html.replace("<head>", even), { waitUntil: "load" })
  await page.waitForTimeout(/<script|animation|transition/.test(html) ? 400 : 0)
  const height = await page.evaluate("Math.min(Math.max(document.documentElement.scrollHeight, 800), 12000)")
  const clip = { x: 0, y: 0, width: viewport.width, height: Number(height) }
  return (await page.screenshot({ fullPage: true, clip, animations: "allow" })).toString("base64")
}

/** Whether the browser shows the sentence of a case. */
const isSeen = async (page: Page, one: HiddenCase): Promise<boolean> => {
  const sentence = sentenceOf(one.name)
  const before = await shown(page, pageOf(one, sentence))
  const after = await shown(page, pageOf(one, permuted(sentence)))
  if (before === after) return false
  await page.goto("about:blank")
  return Boolean(await page.evaluate(`(${differ})(${JSON.stringify(before)}, ${JSON.stringify(after)})`))
}

/** Runs in the browser: whether two pictures differ by more than the tolerance. */
const differ = `async (...pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (picture) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + picture)).blob())
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")
    context.drawImage(image, 0, 0)
    return context.getImageData(0, 0, image.width, image.height)
  }))
  if (one.width !== other.width || one.height !== other.height) return true
  return one.data.some((value, at) => Math.abs(value - other.data[at]) > 8)
}`

const browser = await chromium.launch({
  executablePath: values.browser,
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
  ],
})
const context = await browser.newContext({ viewport, offline: true })
const page = await context.newPage()
const judged: Array<HiddenCase> = []
for (const one of read()) {
  judged.push(one.name.includes(values.name) ? { ...one, isSeen: await isSeen(page, one) } : one)
}
await browser.close()
write(judged)
const seen = judged.filter((one) => one.isSeen).length
console.log(`${seen} seen, ${judged.length - seen} not seen`)
