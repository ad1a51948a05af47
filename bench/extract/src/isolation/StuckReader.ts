/** A reader that V8 can't stop: it normalises a run of combining marks, which takes minutes. */
import type { DocumentFormat } from "@porthole/core"
import { Result } from "effect"

const pairs = 400_000

export const read: DocumentFormat.Read = () => {
  const content = `a${"\u0301\u0323".repeat(pairs)}`.normalize("NFC")
  return Result.succeed({ title: "", content, links: [], text_length: content.length })
}
