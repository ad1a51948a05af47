/**
 * The browser's flags. Those of the wall leave it nowhere to go even where it has a network: every connection goes to
 * a proxy, and no name resolves, the proxy's own included.
 */
import type { FoundBrowser } from "./FindBrowser.ts"

/** The wall, in parts that cover each other. */
export interface Wall {
  readonly proxy: ReadonlyArray<string>
  readonly resolver: ReadonlyArray<string>
  readonly protocols: ReadonlyArray<string>
}

/** The whole wall. The shell reads one WebRTC flag, Chromium the other. */
export const wall: Wall = {
  proxy: ["--proxy-server=http://wall.invalid:9", "--proxy-bypass-list=<-loopback>"],
  resolver: ["--host-resolver-rules=MAP * ~NOTFOUND"],
  protocols: [
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--no-pings",
    "--disable-features=MediaRouter,DialMediaRouteProvider,WebRtcHideLocalIpsWithMdns,OptimizationHints,Translate",
  ],
}

/** All flags of a browser whose files are in `folder`. */
export const flagsOf = ({ isShell }: FoundBrowser, folder: string, { proxy, protocols, resolver }: Wall = wall) => [
  "--remote-debugging-pipe",
  `--user-data-dir=${folder}`,
  ...(isShell ? [] : ["--headless"]),
  ...quiet,
  ...proxy,
  ...resolver,
  ...protocols,
]

// --- private --------------------------------------------------------------------------

/** Nothing that a rendering needs, and much that asks a network. */
const quiet = [
  "--no-startup-window",
  "--no-first-run",
  "--disable-gpu",
  "--mute-audio",
  "--hide-scrollbars",
  "--disable-dev-shm-usage",
  "--disable-breakpad",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-extensions",
  "--disable-sync",
  "--disable-default-apps",
  "--disable-domain-reliability",
]
