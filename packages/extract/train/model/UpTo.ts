/** Reads a page of a corpus up to a stage. */
import { read, stages } from "../../src/html/Pipeline.ts"
import type { Reading } from "../../src/html/Stage.ts"
import type { Page } from "../corpora/Corpus.ts"

/** Reads a page up to a stage, by name, and returns that stage's input. */
export const readUpTo = (stage: string, { bytes, url }: Page, look: (reading: Reading) => void): void => {
  read(
    { url, contentType: "text/html", bytes, mode: "markdown" },
    {
      isTimedOut: () => false,
      stages: [
        ...stages.slice(
          0,
          stages.findIndex(({ name }) => name === stage),
        ),
        {
          name: "sample",
          run: (reading) => {
            look(reading)
            return {}
          },
        },
      ],
    },
  )
}
