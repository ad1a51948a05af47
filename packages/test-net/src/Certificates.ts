/**
 * The certificates of the small Internet: a test authority, certificates that it signed, and invalid ones. `openssl`
 * makes each when a site first needs it.
 */
import { execFileSync } from "node:child_process"
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Hosts with invalid certificates, each for another reason. */
export const badHosts = ["expired.test", "stranger.test", "self-signed.test", "leaf-signed.test"] as const

/** A key and its certificate in PEM. */
export interface Certificate {
  readonly key: Buffer
  readonly cert: Buffer
}

/** The source of certificates. */
export interface Certificates {
  /** The file of the test authority, for `NODE_EXTRA_CA_CERTS`. */
  readonly authority: string
  /** For all alternative names given to {@link make}; also for clients that send no server name. */
  readonly good: Certificate
  /** The files of the key and the certificate of {@link Certificates.good}, for servers that read files. */
  readonly files: { readonly key: string; readonly cert: string }
  /** The certificate for a TLS server name: an invalid one for {@link badHosts}, else the good one. */
  readonly of: (host: string) => Certificate
}

/** Makes the authority and the good certificate; `names` have OpenSSL's form (`DNS:…`, `IP:…`). */
export const make = (names: ReadonlyArray<string>): Certificates => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-net-"))
  const openssl = (args: string) => execFileSync("openssl", args.split(" "), { cwd: folder, stdio: "pipe" })
  const key = (name: string) => openssl(`ecparam -name prime256v1 -genkey -noout -out ${name}.key`)
  const self = (name: string, extensions: string) =>
    openssl(`req -x509 -new -key ${name}.key -out ${name}.pem -days 30 -subj /CN=${name} ${extensions}`)
  const sign = (name: string, subject: ReadonlyArray<string>, by: string, days = 30) => {
    writeFileSync(join(folder, `${name}.ext`), `basicConstraints=CA:FALSE\nsubjectAltName=${subject.join(",")}\n`)
    openssl(`req -new -key site.key -out ${name}.csr -subj /CN=${name}`)
    const extensions = `-extfile ${name}.ext -days ${days}`
    openssl(
      `x509 -req -in ${name}.csr -CA ${by}.pem -CAkey ${keyOf(by)}.key -CAcreateserial -out ${name}.pem ${extensions}`,
    )
  }
  const read = (name: string): Certificate => ({
    key: readFileSync(join(folder, "site.key")),
    cert: readFileSync(join(folder, `${name}.pem`)),
  })

  for (const name of ["ca", "stranger", "site"]) key(name)
  self("ca", asAuthority)
  sign("site", names, "ca")
  const good = read("site")

  const makeBad: Readonly<Record<string, () => void>> = {
    "expired.test": () => sign("expired.test", ["DNS:expired.test"], "ca", -1),
    "stranger.test": () => {
      self("stranger", asAuthority)
      sign("stranger.test", ["DNS:stranger.test"], "stranger")
    },
    "self-signed.test": () =>
      openssl(
        "req -x509 -new -key site.key -out self-signed.test.pem -days 30 -subj /CN=self -addext " +
          "subjectAltName=DNS:self-signed.test",
      ),
    "leaf-signed.test": () => {
      sign("leaf-signed.test", ["DNS:leaf-signed.test"], "site")
      // The server sends the whole chain, so that the missing right to sign is its only fault.
      appendFileSync(join(folder, "leaf-signed.test.pem"), good.cert)
    },
  }
  const made = new Map<string, Certificate>()
  const of = (host: string): Certificate => {
    const makeIt = makeBad[host]
    if (makeIt === undefined) return good
    const known = made.get(host)
    if (known !== undefined) return known
    makeIt()
    const certificate = read(host)
    made.set(host, certificate)
    return certificate
  }
  return {
    authority: join(folder, "ca.pem"),
    good,
    files: { key: join(folder, "site.key"), cert: join(folder, "site.pem") },
    of,
  }
}

// --- private --------------------------------------------------------------------------

const asAuthority = "-addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign"

/** All site certificates share one key. */
const keyOf = (issuer: string): string => (issuer === "ca" || issuer === "stranger" ? issuer : "site")
