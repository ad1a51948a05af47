/**
 * A public site served by a real nginx (Debian's `nginx-light`), so that tests don't only use our own servers. Start it
 * from a program inside the network; it ends with the network.
 */
import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import type * as Certificates from "./Certificates.ts"
import * as Responses from "./faults/Responses.ts"
import * as Listening from "./Listening.ts"

/**
 * Whether its tests must be skipped here; prints a message if so. With `PORTHOLE_REQUIRE_SERVERS=1` they fail instead.
 */
export const isMissing = (): boolean => {
  if (spawnSync("nginx", ["-v"]).status === 0) return false
  if (process.env["PORTHOLE_REQUIRE_SERVERS"] === "1")
    throw new Error("The tests of nginx can't run: nginx isn't installed.")
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  console.warn("SKIPPED: the tests of nginx can't run: nginx isn't installed.")
  return true
}

/**
 * Starts it on an address, over HTTP and HTTPS. `/` is a page, `/packed.html` one that is compressed on the fly,
 * `/stored.html` one that is stored only compressed, `/moved` redirects to `/`, `/secure` to HTTPS, `/plain` to HTTP,
 * `/inside` to the private side, `/metadata` to a cloud's metadata, `/folder` to itself with a slash; everything else
 * is missing.
 */
export const start = async (address: string, { files }: Certificates.Certificates): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-nginx-"))
  for (const name of ["site/folder", "logs"]) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ["index.html", "packed.html", "folder/index.html"])
    writeFileSync(join(folder, "site", name), Responses.html)
  writeFileSync(join(folder, "site/stored.html.gz"), gzipSync(Responses.html))
  await serve(folder, serverConfiguration(address, files), address, [80, 443])
}

/**
 * Runs it over a folder, which contains `logs`, with the configuration `http`; done once it listens on the address's
 * ports.
 */
export const serve = async (
  folder: string,
  http: string,
  address: string,
  ports: ReadonlyArray<number>,
): Promise<void> => {
  writeFileSync(join(folder, "nginx.conf"), configuration(http))
  const server = spawn("nginx", ["-p", folder, "-c", "nginx.conf", "-e", "logs/error.log"], { stdio: "inherit" })
  server.unref()
  // clock: polls until it listens
  for (const port of ports) while (!(await Listening.at(address, port))) await setTimeout(20)
}

// --- private --------------------------------------------------------------------------

const configuration = (http: string): string => `
daemon off;
user root;
worker_processes 1;
pid nginx.pid;
events {}
http {
  types { text/html html; }
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  ${http}
}
`

const serverConfiguration = (address: string, { cert, key }: Certificates.Certificates["files"]): string => `
  access_log off;
  server {
    listen ${address}:80;
    listen ${address}:443 ssl http2;
    server_name nginx.test;
    ssl_certificate ${cert};
    ssl_certificate_key ${key};
    root site;
    absolute_redirect on;
    location = /packed.html { gzip on; gzip_min_length 1; gzip_vary on; }
    location = /stored.html { gzip_static always; }
    location = /moved { return 301 /; }
    location = /secure { return 308 https://nginx.test/; }
    location = /plain { return 302 http://nginx.test/; }
    location = /inside { return 307 http://10.9.0.5/; }
    location = /metadata { return 302 http://169.254.169.254/latest/meta-data/; }
  }
`
