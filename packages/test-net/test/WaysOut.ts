/**
 * Ways by which a page could reach a network, each as a piece of script. `U` is a URL of the way's own canary, `S` the
 * same by https, `H` its host, `P` its UDP port, and `N` a name of its own; a canary that hears anything names its way.
 */

/** Where a way runs. */
export type Place = "document" | "frame" | "worker" | "shared worker" | "nested worker"

/** A way in a place, to a canary. */
export interface Row {
  readonly name: string
  readonly place: Place
  readonly host: string
  readonly udpPort: number
  readonly dnsName: string
  readonly script: string
}

const element = (html: string): string => `document.body.insertAdjacentHTML('beforeend', \`${html}\`)`
const inHead = (html: string): string => `document.head.insertAdjacentHTML('beforeend', \`${html}\`)`
const style = (css: string): string => element(`<style>${css}</style><p class=w>text</p>`)
const rules = (kind: string): string =>
  `{ const s = document.createElement('script'); s.type = 'speculationrules'; s.text = JSON.stringify({ ${kind}: [{ source: 'list', urls: ['U'], eagerness: 'immediate' }] }); document.head.append(s) }`
const script = (attributes: string): string =>
  `document.head.append(Object.assign(document.createElement('script'), ${attributes}))`
const rtc = (urls: string): string =>
  `{ const c = new RTCPeerConnection({ iceServers: [{ urls: '${urls}', username: 'u', credential: 'c' }] }); c.createDataChannel('d'); c.createOffer().then((o) => c.setLocalDescription(o)) }`
const click = (attributes: string): string =>
  `{ const a = Object.assign(document.createElement('a'), ${attributes}); document.body.append(a); a.click() }`
const submit = (method: string): string =>
  `{ document.body.insertAdjacentHTML('beforeend', \`<iframe name=f${method}></iframe><form action=U method=${method} target=f${method}><input name=a value=b></form>\`); document.querySelector('form[target=f${method}]').submit() }`

/** Ways of any global scope. */
const everywhere: Readonly<Record<string, string>> = {
  fetch: "fetch('U')",
  "fetch, https": "fetch('S')",
  "fetch without CORS": "fetch('U', { mode: 'no-cors' })",
  "fetch, POST": "fetch('U', { method: 'POST', body: 'x', mode: 'no-cors' })",
  "fetch after a preflight": "fetch('U', { headers: { 'x-any': '1' } })",
  "fetch, keepalive": "fetch('U', { keepalive: true, mode: 'no-cors' })",
  XMLHttpRequest: "{ const x = new XMLHttpRequest(); x.open('GET', 'U'); x.send() }",
  "XMLHttpRequest, https": "{ const x = new XMLHttpRequest(); x.open('GET', 'S'); x.send() }",
  "XMLHttpRequest, synchronous": "{ const x = new XMLHttpRequest(); x.open('GET', 'U', false); x.send() }",
  EventSource: "new EventSource('U')",
  "EventSource, https": "new EventSource('S')",
  WebSocket: "new WebSocket('ws://H/')",
  "WebSocket, TLS": "new WebSocket('wss://H/')",
  WebTransport: "new WebTransport('https://H:P/').ready.catch(() => {})",
  "import()": "import('U').catch(() => {})",
  "fetch of a name": "fetch('http://N/')",
}

/** Ways of a worker alone. */
const inWorkers: Readonly<Record<string, string>> = {
  importScripts: "importScripts('U')",
  "importScripts, https": "importScripts('S')",
}

/** Ways of a document. */
const inDocuments: Readonly<Record<string, string>> = {
  sendBeacon: "navigator.sendBeacon('U', 'x')",
  fetchLater: "fetchLater('U', { activateAfter: 0 })",
  img: "new Image().src = 'U'",
  "img, https": "new Image().src = 'S'",
  "img srcset": element("<img srcset='U 1x'>"),
  "img attributionsrc": element("<img attributionsrc='U'>"),
  picture: element("<picture><source srcset='U'><img></picture>"),
  "input image": element("<input type=image src='U'>"),
  video: element("<video src='U' preload=auto></video>"),
  "video poster": element("<video poster='U'></video>"),
  audio: "new Audio('U').load()",
  source: element("<video preload=auto><source src='U' type=video/mp4></video>"),
  track: element("<video><track default kind=subtitles src='U'></video>"),
  object: element("<object data='U'></object>"),
  embed: element("<embed src='U'>"),
  iframe: element("<iframe src='U'></iframe>"),
  "iframe, https": element("<iframe src='S'></iframe>"),
  fencedframe: element("<fencedframe></fencedframe>"),
  "iframe with a refresh": element("<iframe srcdoc=\"<meta http-equiv=refresh content='0;url=U'>\"></iframe>"),
  "iframe with a location": element("<iframe srcdoc=\"<script>location='U'</script>\"></iframe>"),
  "body background": "document.body.background = 'U'",
  "svg image": element("<svg><image href='U' width=9 height=9 /></svg>"),
  "svg use": element("<svg><use href='U#a' /></svg>"),
  "svg feImage": element(
    "<svg><filter id=fi><feImage href='U' /></filter><rect width=9 height=9 filter='url(#fi)' /></svg>",
  ),
  "css background": style(".w { background: url(U) }"),
  "css border image": style(".w { border: 9px solid; border-image: url(U) 1 }"),
  "css mask": style(".w { mask-image: url(U) }"),
  "css cursor": style("* { cursor: url(U), auto }"),
  "css list style": style(".w { display: list-item; list-style: url(U) }"),
  "css content": style(".w::after { content: url(U) }"),
  "css shape": style(".w { float: left; shape-outside: url(U) }"),
  "css image-set": style(".w { background: image-set('U' 1x) }"),
  "css @import": style("@import url(U);"),
  "css font": style("@font-face { font-family: way; src: url(U) } .w { font-family: way }"),
  FontFace: "new FontFace('way2', 'url(U)').load().catch(() => {})",
  "link stylesheet": inHead("<link rel=stylesheet href='U'>"),
  "link stylesheet, https": inHead("<link rel=stylesheet href='S'>"),
  "link icon": inHead("<link rel=icon href='U'>"),
  "link manifest": inHead("<link rel=manifest href='U'>"),
  "link preload": inHead("<link rel=preload as=fetch href='U' crossorigin>"),
  "link preload of an image": inHead("<link rel=preload as=image imagesrcset='U 1x'>"),
  "link modulepreload": inHead("<link rel=modulepreload href='U'>"),
  "link prefetch": inHead("<link rel=prefetch href='U'>"),
  "link prerender": inHead("<link rel=prerender href='U'>"),
  "link preconnect": inHead("<link rel=preconnect href='U'>"),
  "link preconnect, https": inHead("<link rel=preconnect href='S'>"),
  "link dns-prefetch": inHead("<link rel=dns-prefetch href='http://N/'>"),
  "link compression-dictionary": inHead("<link rel=compression-dictionary href='U'>"),
  script: script("{ src: 'U' }"),
  "script, https": script("{ src: 'S' }"),
  "script, module": script("{ type: 'module', src: 'U' }"),
  "import of JSON": "import('U', { with: { type: 'json' } }).catch(() => {})",
  "import of CSS": "import('U', { with: { type: 'css' } }).catch(() => {})",
  "form, GET": submit("get"),
  "form, POST": submit("post"),
  "window.open": "open('U')",
  "a with a target": click("{ href: 'U', target: '_blank' }"),
  "a with a ping": click("{ href: '#', ping: 'U' }"),
  "a with a download": click("{ href: 'U', download: 'x' }"),
  "speculation rules, prefetch": rules("prefetch"),
  "speculation rules, prerender": rules("prerender"),
  "WebRTC, STUN": rtc("stun:H:P"),
  "WebRTC, TURN over UDP": rtc("turn:H:P?transport=udp"),
  "WebRTC, TURN over TCP": rtc("turn:H:80?transport=tcp"),
  "WebRTC, TURN over TLS": rtc("turns:H:443?transport=tcp"),
  FedCM: "navigator.credentials.get({ identity: { providers: [{ configURL: 'S', clientId: 'c' }] } }).catch(() => {})",
  "WebAuthn related origins":
    "navigator.credentials.get({ publicKey: { challenge: new Uint8Array(9), rpId: 'N' } }).catch(() => {})",
  "audio worklet": "new AudioContext().audioWorklet.addModule('U').catch(() => {})",
  "paint worklet": "CSS.paintWorklet?.addModule('U').catch(() => {})",
  "shared storage worklet": "sharedStorage.worklet.addModule('U').catch(() => {})",
  XSLT: "{ const p = new DOMParser(); const x = new XSLTProcessor(); x.importStylesheet(p.parseFromString(`<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:include href='U'/></xsl:stylesheet>`, 'text/xml')) }",
  "media session artwork":
    "navigator.mediaSession.metadata = new MediaMetadata({ title: 't', artwork: [{ src: 'U' }] })",
  "an image of a name": "new Image().src = 'http://N/'",
}

/** Every row: each way in each place where it can live, its canary of a class of its own turn. */
export const rows: ReadonlyArray<Row> = (
  [
    ["document", { ...everywhere, ...inDocuments }],
    ["frame", { ...everywhere, ...inDocuments }],
    ["worker", { ...everywhere, ...inWorkers }],
    ["shared worker", { ...everywhere, ...inWorkers }],
    ["nested worker", { ...everywhere, ...inWorkers }],
  ] as const
)
  .flatMap(([place, ways]) => Object.entries(ways).map(([name, script]) => ({ name, place, script })))
  .map(({ name, place, script }, at) => {
    const host = hostOf(at)
    const udpPort = 20_000 + at
    const dnsName = `way${at}.test`
    const filled = script
      .replaceAll(/(?<![A-Za-z])U(?![A-Za-z])/g, `http://${host}/`)
      .replaceAll(/(?<![A-Za-z])S(?![A-Za-z])/g, `https://${host}/`)
      .replaceAll(/(?<![A-Za-z])H(?![A-Za-z])/g, host)
      .replaceAll(/(?<![A-Za-z])P(?![A-Za-z])/g, String(udpPort))
      .replaceAll(/(?<![A-Za-z])N(?![A-Za-z])/g, dnsName)
    return { name, place, host, udpPort, dnsName, script: filled }
  })

/** A row's name. */
export const nameOf = ({ name, place }: Row): string => `${name} in ${place}`

/** The networks of the canaries: all of their addresses are of this machine. */
export const networks = ["10.9.0.0/16", "127.9.0.0/16", "169.254.0.0/16", "93.184.220.0/24", "fd00:9:1::/64"] as const

/** The script of a page or a worker that goes all of its ways, each whatever the others do. */
export const scriptOf = (rows: ReadonlyArray<Row>): string =>
  rows.map(({ script }) => `try { (() => { ${script} })() } catch {}`).join("\n")

// --- private --------------------------------------------------------------------------

/** Private, loopback, link-local, public, IPv6, and the address of metadata services once. */
function hostOf(at: number): string {
  if (at === 2) return "169.254.169.254"
  const own = `${Math.floor(at / 250)}.${(at % 250) + 1}`
  const hosts = [
    `10.9.${own}`,
    `127.9.${own}`,
    `169.254.${own}`,
    `93.184.220.${(at % 250) + 1}`,
    `[fd00:9:1::${at + 1}]`,
  ]
  return hosts[at % hosts.length] ?? ""
}
