/** undici's `fetch` as it comes. */
import { fetch } from "undici"

export const get = async (url: string): Promise<number> => (await (await fetch(url)).arrayBuffer()).byteLength
