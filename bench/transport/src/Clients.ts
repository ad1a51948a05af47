/** The measured clients: the process that measures one loads its package, and no other. */
import type { Settings } from "@porthole/core"

/** Fetches a whole URL and returns the number of bytes received. */
export type Get = (url: string) => Promise<number>

/** A client: its name in the table, and how it is set up. */
export interface Client {
  readonly label: string
  readonly make: () => Promise<Get>
}

const ours = async (way: "transport" | "useCase", settings: Settings.SettingsInput = {}): Promise<Get> => {
  const Ours = await import("./Ours.ts")
  return (await Ours.make(settings))[way]
}

/** undici's `request`; its defaults have unlimited connections, no policy, no deadline and no size limit. */
const undici = async (connections: number | null): Promise<Get> => {
  const { Agent, request } = await import("undici")
  const options = connections === null ? {} : { dispatcher: new Agent({ connections }) }
  return async (url) => (await (await request(url, options)).body.arrayBuffer()).byteLength
}

/** `node:http` with the agent of @microsoft/antissrf, set up as in its manual, with plain http allowed and keep-alive. */
const antissrf = async (): Promise<Get> => {
  const { AntiSSRFPolicy, PolicyConfigOptions } = await import("@microsoft/antissrf")
  const { get } = await import("node:http")
  const { buffer } = await import("node:stream/consumers")
  const policy = new AntiSSRFPolicy(PolicyConfigOptions.ExternalOnlyLatest)
  policy.allowPlainTextHttp = true
  const agent = policy.getHttpAgent({ keepAlive: true })
  return (url) =>
    new Promise((resolve, reject) => {
      get(url, { agent }, (response) => {
        buffer(response).then(({ length }) => resolve(length), reject)
      }).on("error", reject)
    })
}

/** The first one is the base of the others' ratios. */
export const clients: Readonly<Record<string, Client>> = {
  "undici-request": { label: "`undici.request`, bare: the limit", make: () => undici(null) },
  /** As many connections as ours has by default. */
  "undici-request-4": { label: "`undici.request`, 4 connections", make: () => undici(4) },
  ours: { label: "**ours**: pin, recheck, permit, deadline, cap", make: () => ours("transport") },
  "ours-usecase": { label: "**ours**, whole `webFetch` with its span", make: () => ours("useCase") },
  "ours-32": {
    label: "**ours**, `per_host_concurrency` 32",
    make: () => ours("transport", { per_host_concurrency: 32 }),
  },
  "undici-fetch": {
    label: "`undici.fetch`",
    make: async () => {
      const { fetch } = await import("undici")
      return async (url) => (await (await fetch(url)).arrayBuffer()).byteLength
    },
  },
  "builtin-fetch": {
    label: "built-in `fetch`",
    make: async () => async (url) => (await (await fetch(url)).arrayBuffer()).byteLength,
  },
  /** Set up as in its manual. Node's global agent keeps connections. */
  "got-ssrf": {
    label: "got + got-ssrf",
    make: async () => {
      const { gotSsrf } = await import("got-ssrf")
      return async (url) => (await gotSsrf(url, { responseType: "buffer" })).body.length
    },
  },
  /** The agent needs an option to keep connections alive. */
  "axios-filtering": {
    label: "axios + request-filtering-agent",
    make: async () => {
      const [{ create }, { RequestFilteringHttpAgent }] = await Promise.all([
        import("axios"),
        import("request-filtering-agent"),
      ])
      const httpAgent = new RequestFilteringHttpAgent({ keepAlive: true })
      const client = create({ httpAgent, responseType: "arraybuffer" })
      return async (url) => (await client.get<Buffer>(url)).data.length
    },
  },
  antissrf: { label: "`node:http` + @microsoft/antissrf", make: antissrf },
}
