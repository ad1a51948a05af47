/** Node's own `fetch` as it comes. */
export const get = async (url: string): Promise<number> => (await (await fetch(url)).arrayBuffer()).byteLength
