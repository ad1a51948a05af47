/** Translates the errors of Node and undici into `WebError`s, with the original as the cause for operators. */
import * as Predicate from "effect/Predicate"
import { errors } from "undici"
import { WebError } from "@porthole/core"
import { ProxyUnavailable } from "./ProxyError.ts"

/** Translates the error of a connection or an exchange. */
export const toWebError = (error: unknown): WebError.WebError => {
  if (error instanceof ProxyUnavailable) {
    return WebError.make(
      {
        error: "http_error",
        reason: "proxy_unavailable",
        message: "The proxy to the Internet can't be used, whatever the URL. Tell the operator.",
      },
      error,
    )
  }
  const code = codeOf(error)
  if (timeoutCodes.has(code)) {
    return WebError.make(
      { error: "timeout", message: "The site took too long to answer. Try once more, or use another page." },
      error,
    )
  }
  if (isTlsCode(code)) {
    return WebError.make(
      {
        error: "http_error",
        reason: "tls_failed",
        message: "The TLS connection to the site failed. Use another page.",
      },
      error,
    )
  }
  if (error instanceof errors.HTTPParserError || protocolCodes.has(code) || isUnrequested(error)) {
    return WebError.make(
      {
        error: "http_error",
        reason: "malformed_response",
        message: "The site's answer isn't valid HTTP. Use another page.",
      },
      error,
    )
  }
  return WebError.unreachable(code === "ENETUNREACH" && error instanceof Error ? new NoRoute(error) : error)
}

/** This network has no route to a public address, for the operator. */
export class NoRoute extends Error {
  constructor(cause: Error) {
    super("This network has no route to the site. If only a proxy leads to the Internet, set egress_proxy.", { cause })
  }
}

/** Whether a code of Node says that a certificate isn't trusted. */
export const isCertificateCode = (code: string): boolean => certificateCodes.has(code)

// --- private --------------------------------------------------------------------------

const codeOf = (error: unknown): string =>
  Predicate.isObject(error) && typeof error["code"] === "string" ? error["code"] : ""

const timeoutCodes: ReadonlySet<string> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
])

/** Node's own TLS codes, and those of OpenSSL's X.509 verification (doc/api/tls.md, "X509 certificate error codes"). */
const isTlsCode = (code: string): boolean =>
  code.startsWith("ERR_TLS_") || code.startsWith("ERR_SSL_") || code === "EPROTO" || isCertificateCode(code)

const certificateCodes: ReadonlySet<string> = new Set([
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_CRL",
  "UNABLE_TO_DECRYPT_CERT_SIGNATURE",
  "UNABLE_TO_DECRYPT_CRL_SIGNATURE",
  "UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY",
  "CERT_SIGNATURE_FAILURE",
  "CRL_SIGNATURE_FAILURE",
  "CERT_NOT_YET_VALID",
  "CERT_HAS_EXPIRED",
  "CRL_NOT_YET_VALID",
  "CRL_HAS_EXPIRED",
  "ERROR_IN_CERT_NOT_BEFORE_FIELD",
  "ERROR_IN_CERT_NOT_AFTER_FIELD",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_CHAIN_TOO_LONG",
  "CERT_REVOKED",
  "INVALID_CA",
  "PATH_LENGTH_EXCEEDED",
  "INVALID_PURPOSE",
  "CERT_UNTRUSTED",
  "CERT_REJECTED",
  "HOSTNAME_MISMATCH",
])

/** Codes for inconsistent headers and lengths, and for too many bytes; llhttp's errors have their own class. */
const protocolCodes: ReadonlySet<string> = new Set([
  "PORTHOLE_WIRE_LIMIT",
  "UND_ERR_HEADERS_OVERFLOW",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "UND_ERR_RES_EXCEEDED_MAX_SIZE",
])

/** Our requests never ask for 100 and 101; undici has no code of its own for them. */
const isUnrequested = (error: unknown): boolean =>
  error instanceof errors.SocketError && (error.message === "bad response" || error.message === "bad upgrade")
