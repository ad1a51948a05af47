/** Shows a long text in the user's pager, as `git` and `man` do: the command in `PAGER`, else `less`. */
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { holdInterrupts } from "./Signals.ts"

/** Runs a pager over a text until its user leaves it. Returns false if the shell can't run such a command. */
export const show = (command: string, text: string): Effect.Effect<boolean> =>
  // Ctrl+C is the pager's while it runs; if we ended before it, a shell would fight with it for the keyboard.
  Effect.uninterruptible(
    Effect.callback<boolean>((resume) => {
      const release = holdInterrupts()
      const end = (isShown: boolean): void => {
        release()
        resume(Effect.succeed(isShown))
      }
      const child = spawn(command, {
        shell: true,
        stdio: ["pipe", "inherit", "ignore"],
        // As git has it: leave at once what fits on the screen, keep colours, don't clear the screen.
        env: { LESS: "FRX", LV: "-c", ...process.env },
      })
      child.once("error", () => end(false))
      child.once("close", (code) => end(code !== 126 && code !== 127))
      // Its user may leave before the end.
      child.stdin.on("error", () => {})
      child.stdin.end(text)
    }),
  )
