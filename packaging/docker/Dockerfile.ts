/**
 * Reads a Dockerfile with the instructions that ours uses. Any other instruction is an error, so that the run without
 * an engine can't skip one.
 */

/** One build stage. */
export interface Stage {
  readonly base: string
  readonly name: string | undefined
  readonly steps: ReadonlyArray<Step>
}

/** One instruction. */
export type Step =
  | { readonly kind: "WORKDIR" | "USER" | "VOLUME" | "EXPOSE"; readonly value: string }
  | { readonly kind: "ENV"; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: "RUN"; readonly command: string }
  | { readonly kind: "COPY"; readonly from: string | undefined; readonly source: string; readonly target: string }
  | { readonly kind: "ENTRYPOINT" | "CMD" | "HEALTHCHECK"; readonly words: ReadonlyArray<string> }

/** The stages of a Dockerfile. */
export const parse = (text: string): ReadonlyArray<Stage> => {
  const stages: Array<{ base: string; name: string | undefined; steps: Array<Step> }> = []
  for (const line of instructions(text)) {
    const [, kind = "", rest = ""] = /^(\S+)\s+(.*)$/s.exec(line) ?? []
    if (kind === "FROM") {
      const [, base = "", name] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? []
      stages.push({ base, name, steps: [] })
    } else {
      const stage = stages.at(-1)
      if (stage === undefined) throw new Error(`${kind} stands before FROM`)
      stage.steps.push(stepOf(kind, rest))
    }
  }
  return stages
}

// --- private --------------------------------------------------------------------------

/** Lines without comments, continued ones joined. */
const instructions = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .filter((line) => !/^\s*#/.test(line))
    .join("\n")
    .replace(/\\\n\s*/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const stepOf = (kind: string, rest: string): Step => {
  switch (kind) {
    case "WORKDIR":
    case "USER":
    case "VOLUME":
    case "EXPOSE":
      return { kind, value: rest }
    case "ENV":
      return { kind, values: Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split("=", 2))) }
    case "RUN":
      return { kind, command: rest }
    case "COPY": {
      const [, from, source = "", target = ""] = /^(?:--from=(\S+)\s+)?(\S+)\s+(\S+)$/.exec(rest) ?? []
      if (target === "") throw new Error(`COPY ${rest}: one source and one target are expected`)
      return { kind, from, source, target }
    }
    case "ENTRYPOINT":
    case "CMD":
      return { kind, words: JSON.parse(rest) }
    case "HEALTHCHECK":
      return { kind, words: JSON.parse(rest.replace(/^(?:--\S+\s+)*CMD\s+/, "")) }
    default:
      throw new Error(`${kind} isn't known here`)
  }
}
