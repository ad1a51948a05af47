/** One misbehaviour of a site, and the required answer of a fetch. */
import type { Socket } from "node:net"

/** The required fields of `web_fetch`'s answer. */
export type Expected = Readonly<Record<string, string | number | boolean>>

/** Serves a connection whose first bytes (a request's head, or a TLS hello) have been read. */
export type Serve = (socket: Socket, request: string) => void

export interface Fault {
  readonly name: string
  readonly url: string
  readonly expected: Expected
  /**
   * Whether the fetch may keep a resource for a few seconds: the connection of a complete answer, or a DNS query of the
   * operating system.
   */
  readonly mayKeepResources: boolean
  /** Absent for a URL that no misbehaving site serves, such as that of a closed port. */
  readonly serve: Serve | undefined
}

/** The domain of the faults' hosts. */
export const domain = "fault.test"

/** The host of a fault: its name in letters, digits and hyphens. */
export const hostOf = (name: string): string => `${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.${domain}`

/** A site over HTTP, after whose answer the connection must be closed. */
export const http = (name: string, expected: Expected, serve: Serve): Fault => ({
  name,
  url: `http://${hostOf(name)}/`,
  expected,
  mayKeepResources: false,
  serve,
})

/** A site whose answer is complete, however odd. */
export const complete = (name: string, expected: Expected, serve: Serve): Fault => ({
  ...http(name, expected, serve),
  mayKeepResources: true,
})

/** A fault at another path of its site. */
export const at = (path: string, fault: Fault): Fault => ({ ...fault, url: new URL(path, fault.url).href })

/** A site that never gets beyond the TLS hello. */
export const tls = (name: string, expected: Expected, serve: Serve): Fault => ({
  ...http(name, expected, serve),
  url: `https://${hostOf(name)}/`,
})

/** A fault that needs no misbehaving site, such as a name that doesn't exist. */
export const withoutSite = (name: string, url: string, expected: Expected): Fault => ({
  name,
  url,
  expected,
  mayKeepResources: false,
  serve: undefined,
})

export const unreachable: Expected = { error: "http_error", reason: "target_unreachable" }
export const malformed: Expected = { error: "http_error", reason: "malformed_response" }
export const insecure: Expected = { error: "http_error", reason: "tls_failed" }
export const tooManyRedirects: Expected = { error: "http_error", reason: "too_many_redirects" }
export const timeout: Expected = { error: "timeout" }
export const tooLarge: Expected = { error: "response_too_large" }
export const unreadable: Expected = { error: "extraction_failed" }
export const unsupported: Expected = { error: "unsupported_content_type" }
export const page: Expected = { title: "Harbour", status_code: 200 }
export const status = (code: number): Expected => ({ error: "http_error", status_code: code })
