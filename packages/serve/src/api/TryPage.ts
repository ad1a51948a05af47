/**
 * The page at `/docs`, on which a person can try the API. It loads nothing, not even from this server: it contains its
 * script and style, and its policy admits them by their hashes. It shows the server's answers as text.
 */
import { createHash } from "node:crypto"

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600 }
input, select, textarea, button { font: inherit; padding: .4rem; box-sizing: border-box }
input, select, textarea { width: 100% }
textarea, pre { font-family: ui-monospace, monospace; font-size: .875rem }
textarea { height: 8rem }
button { margin: 1rem 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid; padding: 1rem }
`

const script = `
const examples = {
  "/api/v1/search": { query: "high tide", max_results: 3 },
  "/api/v1/fetch": { url: "https://example.com" },
  "/api/v1/search-and-fetch": { query: "high tide", max_results: 2 },
  "/api/v1/quote": { url: "https://example.com", quote: "for use in documentation examples" },
  "/api/v1/image": { url: "https://example.com/map.png" },
}
const [endpoint, token, body, answer] = ["endpoint", "token", "body", "answer"].map((id) => document.getElementById(id))
const example = () => { body.value = JSON.stringify(examples[endpoint.value], undefined, 2) }
for (const path of Object.keys(examples)) endpoint.append(new Option("POST " + path, path))
endpoint.addEventListener("change", example)
example()
document.getElementById("try").addEventListener("submit", async (event) => {
  event.preventDefault()
  answer.textContent = "…"
  const headers = { "content-type": "application/json" }
  if (token.value) headers.authorization = "Bearer " + token.value
  try {
    const response = await fetch(endpoint.value, { method: "POST", headers, body: body.value })
    const text = await response.text()
    let shown = text
    try { shown = JSON.stringify(JSON.parse(text), undefined, 2) } catch {}
    answer.textContent = response.status + " " + response.statusText + "\\n\\n" + shown
  } catch (error) { answer.textContent = String(error) }
})
`

/** The whole page. */
export const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Porthole's API</title>
<style>${style}</style>
<h1>Porthole's API</h1>
<p>All of it, with each argument: <a href="/openapi.json">openapi.json</a>.</p>
<form id="try">
<label for="endpoint">Endpoint</label><select id="endpoint"></select>
<label for="body">Body</label><textarea id="body" spellcheck="false"></textarea>
<label for="token">Token (if required)</label><input id="token" type="password" autocomplete="off">
<button>Send</button>
</form>
<pre id="answer" aria-live="polite"></pre>
<script>${script}</script>
</html>
`

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** Its Content-Security-Policy. */
export const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")
