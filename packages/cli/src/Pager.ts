/** Shows a long text in the user's pager, as `git` and `man` do: the command in `PAGER`, else `less`. */
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { ignoreInterrupts } from "./Signals.ts"

/** Runs a pager over a text until its user leaves it. Returns false if the shell can't run the command. */
export const show = (command: string, text: string): Effect.Effect<boolean> =>
  // Ctrl+C belongs to the pager while it runs; if we ended first, a shell would compete with it for the keyboard.
  Effect.uninterruptible(
    Effect.callback<boolean>((resume) => {
      const release = ignoreInterrupts()
      const end = (isShown: boolean): void => {
        release()
        resume(Effect.succeed(isShown))
      }
      const child = spawn(command, {
        shell: true,
        stdio: ["pipe", "inherit", "ignore"],
        // Like git: leave at once if the text fits on the screen, keep colours, don't clear the screen.
        env: { LESS: "FRX", LV: "-c", ...process.env },
      })
      child.once("error", () => end(false))
      child.once("close", (code) => end(code !== 126 && code !== 127))
      // The user may leave before the end.
      child.stdin.on("error", () => {})
      child.stdin.end(text)
    }),
  )
