/** DNS answers that lie, change, fail or are unreadable, and the outcome of a fetch of each name. */
import { type Dns, World } from "../src/index.ts"
import { page, privately, type Row, unreachable } from "./Rows.ts"

const { public6, publicA, publicB } = World
const crowd = Array.from({ length: 40 }, (_, at) => `93.184.218.${at + 1}`)

/** Names for these rows. */
export const zone: Dns.Zone = {
  "any.test": [["0.0.0.0"]],
  "any6.test": [["::"]],
  "broadcast.test": [["255.255.255.255"]],
  "multicast.test": [["224.0.0.1"]],
  "link.test": [["fe80::1"]],
  "compatible.test": [["::a09:5"]],
  "translated.test": [["::ffff:0:a09:5"]],
  "6to4.test": [["2002:a09:5::1"]],
  "teredo.test": [["2001:0:a09:5::1"]],
  "fake.test": [["198.18.0.7"]],
  "private-first.test": [["10.9.0.5", publicA]],
  "only-a-private.test": [["10.9.0.5", public6]],
  "alias-mixed.test": [{ aliases: ["one.test"], addresses: [publicA, "127.0.0.1"] }],
  "alias-local.test": [{ aliases: ["localhost"], addresses: [publicA] }],
  "alias-loop.test": [{ aliases: ["alias-loop.test"], addresses: [] }],
  "alias-nowhere.test": [{ aliases: ["nowhere.test"], addresses: [] }],
  "cut-public.test": [{ overUdp: [publicA], overTcp: [publicA, public6] }],
  "cut-private.test": [{ overUdp: [publicA], overTcp: [publicA, "10.9.0.5"] }],
  "cut-private-end.test": [{ overUdp: [publicA], overTcp: [...crowd, "10.9.0.5"] }],
  "rebind6.test": [[public6], ["::1"]],
  "rebind-mixed.test": [[publicA], [publicA, "10.9.0.5"]],
  "later-private.test": [[publicA], ["10.9.0.5"]],
  "later-gone.test": [[publicA], "nxdomain"],
  "later-moved.test": [[publicA], [publicB]],
  "shared.test": [[publicA], ["10.9.0.5"]],
}

/** Names that are queried once for each kind of address. */
export const rows: ReadonlyArray<Row> = [
  ["http://alias.test/", page],
  ["http://alias-private.test/", privately],
  ["http://alias-metadata.test/", privately],
  ["http://alias-mixed.test/", privately],
  // The requested name decides, with its addresses; an alias doesn't.
  ["http://alias-local.test/", page],
  ["http://mapped.test/", privately],
  ["http://compatible.test/", privately],
  ["http://translated.test/", privately],
  ["http://6to4.test/", privately],
  ["http://teredo.test/", privately],
  ["http://nat64-private.test/", privately],
  ["http://loopback.test/", privately],
  ["http://loopback6.test/", privately],
  ["http://private6.test/", privately],
  ["http://unspecified.test/", privately],
  ["http://any.test/", privately],
  ["http://any6.test/", privately],
  ["http://broadcast.test/", privately],
  ["http://multicast.test/", privately],
  ["http://link.test/", privately],
  ["http://fake.test/", privately],
  ["http://mixed.test/", privately],
  ["http://mixed6.test/", privately],
  ["http://private-first.test/", privately],
  ["http://only-a-private.test/", privately],
  ["http://rebind.test/?to=/end", { ...page, url: "http://rebind.test/end" }],
  ["http://rebind6.test/?to=/end", { ...page, url: "http://rebind6.test/end" }],
  [
    "http://rebind-mixed.test/?to=http://public.test/%3Fto%3Dhttp://rebind-mixed.test/end",
    { ...page, url: "http://rebind-mixed.test/end" },
  ],
  ["http://rebind-back.test/", privately],
  ["http://alias-loop.test/", unreachable],
  ["http://alias-nowhere.test/", unreachable],
  ["http://empty.test/", unreachable],
  ["http://nothing.test/", unreachable],
]

/** Names that glibc may query again by itself: the answer failed, was truncated or is unreadable. */
export const requestedAgain: ReadonlyArray<Row> = [
  // More than the 512 bytes that UDP carries, sent all the same.
  ["http://many.test/", privately],
  ["http://cut-public.test/", page],
  ["http://cut-private.test/", privately],
  ["http://cut-private-end.test/", privately],
  ["http://servfail.test/", unreachable],
]

/** Names whose answer the system awaits for its whole time. */
export const awaited: ReadonlyArray<Row> = [
  ["http://garbage.test/", unreachable],
  ["http://silent.test/", unreachable],
]
