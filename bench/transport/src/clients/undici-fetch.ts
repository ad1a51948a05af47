/** undici's `fetch` with its defaults. */
import { fetch } from "undici"

export const get = async (url: string): Promise<number> => (await (await fetch(url)).arrayBuffer()).byteLength
