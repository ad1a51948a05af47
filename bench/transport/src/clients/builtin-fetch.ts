/** Node's own `fetch` with its defaults. */
export const get = async (url: string): Promise<number> => (await (await fetch(url)).arrayBuffer()).byteLength
