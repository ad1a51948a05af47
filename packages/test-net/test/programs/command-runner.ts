/** Runs its parent's commands in this process, one after the other. */
import { porthole } from "../../../cli/test/support/inProcess.ts"
import type { Run } from "../by-command.ts"

process.on("message", ({ args, env = {} }: Run) => {
  void porthole(args, { env }).then((end) => process.send?.(end))
})
