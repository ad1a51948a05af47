/** undici's `request` as it comes: connections without limit, no policy, no deadline, no cap. */
import { request } from "undici"

export const get = async (url: string): Promise<number> => {
  const { body } = await request(url)
  return (await body.arrayBuffer()).byteLength
}
