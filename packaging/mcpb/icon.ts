/** The icon of the MCP bundle, drawn as a PNG: a porthole, with the sea behind its glass. */
import { crc32, deflateSync } from "node:zlib"

/** Width and height in pixels; hosts show it smaller. */
export const size = 512

/** The file's bytes (PNG, third edition: 8 bits of red, green, blue and alpha a pixel). */
export const icon = (): Buffer => {
  const rows = Buffer.alloc(size * (1 + size * 4))
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) rows.set(colourAt(x, y), y * (1 + size * 4) + 1 + x * 4)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND")])
}

// --- private --------------------------------------------------------------------------

type Colour = readonly [red: number, green: number, blue: number, alpha: number]

const colours = {
  outside: [0, 0, 0, 0],
  brass: [199, 154, 82, 255],
  bolt: [120, 88, 40, 255],
  sky: [196, 226, 240, 255],
  sea: [24, 90, 130, 255],
} as const satisfies Record<string, Colour>

const colourAt = (x: number, y: number): Colour => {
  const [right, down] = [x - size / 2, y - size / 2]
  const distance = Math.hypot(right, down)
  if (distance > 250) return colours.outside
  if (distance <= 180) return down > 20 + 14 * Math.sin(x / 34) ? colours.sea : colours.sky
  // Eight bolts in the ring.
  const angle = Math.round(Math.atan2(down, right) / (Math.PI / 4)) * (Math.PI / 4)
  const isBolt = Math.hypot(right - 215 * Math.cos(angle), down - 215 * Math.sin(angle)) < 14
  return isBolt ? colours.bolt : colours.brass
}

const chunk = (type: string, data: Buffer = Buffer.alloc(0)): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
