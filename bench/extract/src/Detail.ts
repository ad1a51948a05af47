/** One page in full: our reader's output, and its score after each of its stages. */
import * as Result from "effect/Result"
import { read } from "../../../packages/extract/src/html/Pipeline.ts"
import { Corpus, Rendered, Scores } from "./Corpora.ts"

/** The score of the content after a stage. */
export interface StageScore extends Scores.Score {
  readonly name: string
  readonly note?: string | undefined
  /** Characters of text, without white space. */
  readonly characters: number
  readonly ms: number
}

/** A page that was read. */
export interface Detail {
  readonly url: string
  readonly expected: string
  readonly got: string
  readonly path?: string | undefined
  /** The first stage is `parse`, with all before it; the last is `render`. */
  readonly stages: ReadonlyArray<StageScore>
}

/** Reads a page. A page that can't be read has an empty output. */
export const of = (entry: Corpus.Entry): Detail => {
  const { bytes, expected, url } = Corpus.load(entry)
  const stages: Array<StageScore> = []
  let path: string | undefined
  let since = performance.now()
  const reported = (name: string, note: string | undefined, made: () => Rendered.Output) => {
    const ms = performance.now() - since
    const output = made()
    const after = Rendered.textOf(output)
    const characters = after.replace(/\s+/g, "").length
    stages.push({ name, note, ms, characters, ...Scores.scoreOfOutput(output, entry.truth) })
    since = performance.now()
    return after
  }
  const result = read(
    { url, contentType: "text/html", bytes, mode: "markdown" },
    {
      isTimedOut: () => false,
      onStage: (name, reading, note) => {
        path = reading.foundBy
        reported(name, note, () => ({ text: Rendered.textOfTree(reading.content) }))
      },
    },
  )
  const got = Result.match(result, {
    onFailure: () => "",
    onSuccess: ({ content }) => reported("render", "markdown", () => ({ markdown: content })),
  })
  return { url, expected, got, path, stages }
}
