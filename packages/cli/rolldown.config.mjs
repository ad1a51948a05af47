/**
 * The packed command: `dist/porthole.js` and chunks that load when a command needs them. undici stays
 * outside, because a chunked bundle can't re-export a CommonJS package as Effect's client wants it.
 */
import { defineConfig } from "rolldown"

export default defineConfig({
  input: { porthole: "src/bin.ts" },
  platform: "node",
  external: ["undici"],
  output: { dir: "dist", format: "esm", minify: true, cleanDir: true },
})
