/**
 * The packed command: `dist/porthole.js` and chunks that load when a command needs them. undici stays
 * outside, because a chunked bundle can't re-export a CommonJS package as Effect's client wants it. `Entry.js` is the
 * program of the threads and processes that read pages, which the reader looks for beside itself.
 */
import { defineConfig } from "rolldown"

export default defineConfig({
  input: { porthole: "src/bin.ts", Entry: "../extract/src/isolation/Entry.ts" },
  platform: "node",
  external: ["undici"],
  output: { dir: "dist", format: "esm", minify: true, cleanDir: true },
})
