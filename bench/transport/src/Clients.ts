/** The measured clients. Each name is a module in `clients/`, loaded only by the process that measures it. */

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

/** Fetches a whole URL and returns the number of bytes received. */
export type Get = (url: string) => Promise<number>

/** The exports of a module in `clients/`. */
export interface Client {
  readonly get: Get
}
