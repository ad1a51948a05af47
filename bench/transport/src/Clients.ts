/** Who is measured. Each name is a module in `clients/`, loaded by the process that measures it and by no other. */

export const labels = {
  "undici-request": "`undici.request`, bare: the limit",
  "undici-request-4": "`undici.request`, 4 connections",
  ours: "**ours**: pin, recheck, permit, deadline, cap",
  "ours-usecase": "**ours**, whole `webFetch` with its span",
  "ours-32": "**ours**, `per_host_concurrency` 32",
  "undici-fetch": "`undici.fetch`",
  "builtin-fetch": "built-in `fetch`",
  "got-ssrf": "got + got-ssrf",
  "axios-filtering": "axios + request-filtering-agent",
  antissrf: "`node:http` + @microsoft/antissrf",
} as const

export type Name = keyof typeof labels

export const names = Object.keys(labels).filter(isName)

export function isName(text: string): text is Name {
  return Object.hasOwn(labels, text)
}

/** Fetches a URL whole and answers with the number of bytes that came. */
export type Get = (url: string) => Promise<number>

/** What a module in `clients/` exports. */
export interface Client {
  readonly get: Get
}
