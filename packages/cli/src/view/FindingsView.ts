/** The doctor's findings, for a person: a line per provider, with advice. */
import type { ProviderCheck, ComponentCheck } from "@porthole/tools"
import * as Printable from "./Printable.ts"
import type { Style, View } from "./View.ts"
import * as Width from "./Width.ts"

/** Shows the providers in use first, then the other ones, then the components: cache, keys, reader and so on. */
export const of =
  (style: Style) =>
  (
    findings: ReadonlyArray<ProviderCheck.Finding>,
    parts: ReadonlyArray<ComponentCheck.ComponentFinding> = [],
  ): View => {
    const used = findings.filter((finding) => finding.used)
    const others = findings.filter((finding) => !finding.used)
    return {
      body: [
        ...[...used, ...others].map((finding) => entry(style, finding)),
        ...parts.map((part) => partEntry(style, part)),
      ].join(""),
      notes: [],
    }
  }

// --- private --------------------------------------------------------------------------

const entry = (style: Style, finding: ProviderCheck.Finding): string => {
  const { advice, detail, error, provider } = finding
  const rows = [
    ...(error === undefined ? [] : [`${error.message ?? error.error} (${error.reason ?? error.error})`]),
    ...(detail === undefined ? [] : [detail]),
    ...(advice === undefined ? [] : [advice]),
  ]
  return [`${style.strong(provider.padEnd(12))}${stateOf(finding)}`, ...rows.map(laidOut(style)), ""].join("\n")
}

const partEntry = (style: Style, { advice, detail, part, place, works }: ComponentCheck.ComponentFinding): string => {
  const state = works === undefined ? (part === "contact" ? "missing" : "not tried") : works ? "works" : "doesn't work"
  const rows = [...(detail === undefined ? [] : [detail]), ...(advice === undefined ? [] : [advice])]
  return [`${style.strong(part.padEnd(12))}${places[place]}, ${state}`, ...rows.map(laidOut(style)), ""].join("\n")
}

/** A row below a part's name, within the terminal's width. */
const laidOut =
  (style: Style) =>
  (row: string): string => {
    const text = style.faint(Printable.line(row))
    return style.width === undefined ? indent + text : Width.wrap(text, style.width, indent)
  }

const indent = " ".repeat(12)

const places: Readonly<Record<ComponentCheck.ComponentFinding["place"], string>> = {
  memory: "in memory",
  folder: "in a folder",
  redis: "on Redis",
  file: "in a file",
  local: "on this machine",
  service: "as a service",
  direct: "directly",
  proxy: "through a proxy",
  "user-agent": "in the User-Agent",
}

const stateOf = ({ configured, reachable, used }: ProviderCheck.Finding): string => {
  if (!configured) return used ? "not configured, though selected" : "not configured"
  if (!used) return "configured, not in use"
  if (reachable === undefined) return "configured"
  return reachable ? "configured, answers" : "configured, doesn't answer"
}
