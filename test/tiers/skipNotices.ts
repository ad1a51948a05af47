/** Prints why tests are skipped: the other reporter shows only what tests that fail print. */
import type { Reporter } from "vitest/node"

export const skipNotices: Reporter = {
  onUserConsoleLog: ({ content }) => {
    if (content.startsWith("SKIPPED: ")) process.stderr.write(content)
  },
}
