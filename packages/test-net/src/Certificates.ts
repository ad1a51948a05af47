/**
 * The certificates of the small Internet: a test authority, certificates that it signed, and invalid ones. `openssl`
 * makes them once for each list of names; the networks of a machine share them.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
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

/** The certificates for alternative names in OpenSSL's form (`DNS:…`, `IP:…`). */
export const make = (names: ReadonlyArray<string>): Certificates => {
  const folder = folderOf(names)
  const read = (name: string): Certificate => ({
    key: readFileSync(join(folder, "site.key")),
    cert: readFileSync(join(folder, `${name}.pem`)),
  })
  const good = read("site")
  const bad = new Map<string, Certificate>(badHosts.map((host) => [host, read(host)]))
  return {
    authority: join(folder, "ca.pem"),
    good,
    files: { key: join(folder, "site.key"), cert: join(folder, "site.pem") },
    of: (host) => bad.get(host) ?? good,
  }
}

// --- private --------------------------------------------------------------------------

/** In ms: the certificates are valid for longer. */
const week = 7 * 86_400_000

/**
 * The folder with the certificates for these names, which is made at first need. `PORTHOLE_TEST_CERTIFICATES` is the
 * folder of all of them; without it they are made anew. Several processes may make the same: one is kept.
 */
const folderOf = (names: ReadonlyArray<string>): string => {
  const root = process.env["PORTHOLE_TEST_CERTIFICATES"] ?? mkdtempSync(join(tmpdir(), "porthole-net-"))
  // clock: certificates end
  const made = [...names, Math.floor(Date.now() / week)].join()
  const folder = join(root, createHash("sha256").update(made).digest("hex").slice(0, 16))
  if (existsSync(folder)) return folder
  mkdirSync(root, { recursive: true })
  const draft = mkdtempSync(join(root, "draft-"))
  makeAll(draft, names)
  spawnSync("mv", ["-nT", draft, folder])
  rmSync(draft, { recursive: true, force: true })
  return folder
}

const makeAll = (folder: string, names: ReadonlyArray<string>): void => {
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
  for (const name of ["ca", "stranger", "site"]) key(name)
  for (const name of ["ca", "stranger"]) self(name, asAuthority)
  sign("site", names, "ca")
  sign("expired.test", ["DNS:expired.test"], "ca", -1)
  sign("stranger.test", ["DNS:stranger.test"], "stranger")
  openssl(
    "req -x509 -new -key site.key -out self-signed.test.pem -days 30 -subj /CN=self -addext " +
      "subjectAltName=DNS:self-signed.test",
  )
  sign("leaf-signed.test", ["DNS:leaf-signed.test"], "site")
  // The server sends the whole chain, so that the missing right to sign is its only fault.
  appendFileSync(join(folder, "leaf-signed.test.pem"), readFileSync(join(folder, "site.pem")))
}

const asAuthority = "-addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign"

/** All site certificates share one key. */
const keyOf = (issuer: string): string => (issuer === "ca" || issuer === "stranger" ? issuer : "site")
