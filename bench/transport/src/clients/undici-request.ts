/** undici's `request` with its defaults: unlimited connections, no policy, no deadline, no size limit. */
import { request } from "undici"

export const get = async (url: string): Promise<number> => {
  const { body } = await request(url)
  return (await body.arrayBuffer()).byteLength
}
