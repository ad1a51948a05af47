/** Responses of a site on a bare socket, and ways to send them: complete, cut, endless or very slow. */
import type { Socket } from "node:net"

const words = "The harbour is open to every boat that knows the tide. ".repeat(20)

/** A readable page. */
export const html = `<!doctype html><title>Harbour</title><article><h1>Harbour</h1><p>${words}</p></article>`

/** The head of a 200 with these further header lines. */
export const head = (...lines: ReadonlyArray<string>): string => ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n")

/** The header line that most answers carry. */
export const htmlType = "Content-Type: text/html; charset=utf-8"

/** A complete answer with its correct length. */
export const answer = (body: string | Buffer, ...lines: ReadonlyArray<string>): Buffer => {
  const bytes = Buffer.from(body)
  return Buffer.concat([Buffer.from(head(...lines, `Content-Length: ${bytes.length}`)), bytes])
}

/** The good page as a complete answer. */
export const goodPage: Buffer = answer(html, htmlType)

/** One chunk of the chunked coding. */
export const chunk = (body: string): string => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`

/** Sends this text and then nothing more; the connection stays open. */
export const send =
  (...parts: ReadonlyArray<string | Buffer>) =>
  (socket: Socket): void => {
    for (const part of parts) socket.write(part)
  }

/** Sends this text and closes the connection. */
export const sendAndClose =
  (...parts: ReadonlyArray<string | Buffer>) =>
  (socket: Socket): void => {
    send(...parts)(socket)
    socket.end()
  }

/** Sends this text and resets the connection. */
export const sendAndReset =
  (...parts: ReadonlyArray<string | Buffer>) =>
  (socket: Socket): void => {
    send(...parts)(socket)
    // clock: the text may arrive before the reset; either comes to the same
    setTimeout(() => socket.resetAndDestroy(), 50)
  }

/** Sends this text, and then repeats another one forever, as fast as the client reads. */
export const sendForever =
  (start: string | Buffer, again: string | Buffer) =>
  (socket: Socket): void => {
    const block = Buffer.concat(Array.from({ length: Math.ceil(16_384 / again.length) }, () => Buffer.from(again)))
    const pour = (): void => {
      while (!socket.destroyed && socket.write(block));
    }
    socket.on("drain", pour)
    socket.write(start)
    pour()
  }

/** Sends this text at once, and then repeats the other one forever, one byte per second. */
export const drip =
  (start: string, again: string) =>
  (socket: Socket): void => {
    socket.write(start)
    let at = 0
    // clock: the site's own slowness
    const timer = setInterval(() => socket.write(again[at++ % again.length] ?? ""), 1_000)
    socket.on("close", () => clearInterval(timer))
  }

/** Sends nothing. */
export const silence = (): void => {}
