/**
 * The target of a document that is only a step on the way: a `meta` refresh, a script that sets the location, or a
 * frame around another document. Scripts aren't run: only an address in quotes counts.
 */
import { type Extracted, Refresh } from "@porthole/core"
import { Parser } from "htmlparser2"

/** The target of a document, by its source and its readable text; `undefined` if it has none or is a page. */
export const onwardOf = (source: string, text: string, base: string): Extracted.Onward | undefined => {
  if (source.length > Refresh.maxSource || text.length > Refresh.maxText) return undefined
  const found = stepsIn(source)
  const [step] = [...found.refreshes, ...found.scripts]
  if (step !== undefined) return targetOf(step, base, "redirect")
  const [frame, ...others] = found.frames
  const isLone = others.length === 0 && text === ""
  return frame !== undefined && (found.isFrameset || isLone) ? targetOf(frame, base, "frame") : undefined
}

// --- private --------------------------------------------------------------------------

/** The targets in a document, by kind, in order. */
interface Steps {
  readonly refreshes: Array<string>
  readonly scripts: Array<string>
  readonly frames: Array<string>
  isFrameset: boolean
}

const stepsIn = (source: string): Steps => {
  const steps: Steps = { refreshes: [], scripts: [], frames: [], isFrameset: false }
  let [script, depth] = ["", 0]
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "template") depth++
      if (depth > 0) return
      if (name === "script") script = ""
      if (name === "frameset") steps.isFrameset = true
      const refresh = (attributes["http-equiv"] ?? "").trim().toLowerCase() === "refresh"
      const target = refresh ? Refresh.writtenIn(attributes["content"] ?? "") : undefined
      if (name === "meta" && target !== undefined) steps.refreshes.push(target)
      const source = attributes[frameSource.get(name) ?? ""]
      if (source !== undefined && !isInvisible(attributes)) steps.frames.push(source)
    },
    ontext: (text) => void (script += text),
    onclosetag: (name) => {
      if (name === "template") depth--
      if (name !== "script" || depth > 0) return
      const target = targetInScript(script)
      if (target !== undefined) steps.scripts.push(target.replaceAll("\\/", "/"))
    },
  })
  parser.end(source)
  return steps
}

/** The attribute with the address of a frame's document. */
const frameSource: ReadonlyMap<string, string> = new Map([
  ["frame", "src"],
  ["iframe", "src"],
  ["embed", "src"],
  ["object", "data"],
])

/** Whether a frame is there to count visitors, not to be seen. */
const isInvisible = ({ height, hidden, style = "", width }: Readonly<Record<string, string>>): boolean =>
  hidden !== undefined || /^[01]$/.test(height ?? "") || /^[01]$/.test(width ?? "") || /display\s*:\s*none/i.test(style)

/** The address in quotes to which a script sets the location; one that it computes isn't known. */
const targetInScript = (script: string): string | undefined => {
  const text = script.replace(/\s+/g, " ")
  for (const { 0: set, index } of text.matchAll(setLocation)) {
    const start = index + set.length
    const end = text.indexOf(set.slice(-1), start)
    const isName = /[\w$]/.test(text.charAt(index - 1))
    if (end > start && !isName && !/^ ?\+/.test(text.slice(end + 1, end + 3))) return text.slice(start, end)
  }
  return undefined
}

/** Up to the opening quote, after white space has become single spaces. */
const setLocation = /location ?(?:\. ?href ?)?(?:=|\. ?(?:replace|assign) ?\() ?["']/g

const targetOf = (written: string, base: string, by: Extracted.Onward["by"]): Extracted.Onward | undefined => {
  const url = Refresh.leadingOn(written, base)
  return url === undefined ? undefined : { url, by }
}
