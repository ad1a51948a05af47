/** The output of a command that has no terminal. */
import { Effect, Layer } from "effect"
import { Output } from "../../src/Output.ts"

/** Keeps what the command prints on stdout. */
export const keptOutput = () => {
  let out = ""
  const layer = Layer.succeed(Output, {
    out: (text) => Effect.sync(() => void (out += text)),
    err: () => Effect.void,
    show: () => Effect.die("nothing is paged here"),
    columns: undefined,
    colours: false,
    showsProgress: false,
    isInteractive: false,
  })
  return { layer, text: () => out }
}

/** Keeps both streams of a command, whether it pages its text or not. */
export const keptStreams = () => {
  const [out, err]: [Array<string>, Array<string>] = [[], []]
  const layer = Layer.succeed(Output, {
    out: (text) => Effect.sync(() => void out.push(text)),
    show: (text) => Effect.sync(() => void out.push(text)),
    err: (text) => Effect.sync(() => void err.push(text)),
    columns: undefined,
    colours: false,
    showsProgress: false,
    isInteractive: false,
  })
  return { layer, texts: () => ({ out: out.join(""), err: err.join("") }) }
}
