/** undici's `request` over as many connections as ours has by default. */
import { Agent, request } from "undici"

const dispatcher = new Agent({ connections: 4 })

export const get = async (url: string): Promise<number> => {
  const { body } = await request(url, { dispatcher })
  return (await body.arrayBuffer()).byteLength
}
