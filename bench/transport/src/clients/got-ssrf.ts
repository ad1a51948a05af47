/** got with the hooks of got-ssrf, as its manual has it. Connections are kept by Node's global agent. */
import { gotSsrf } from "got-ssrf"

export const get = async (url: string): Promise<number> => (await gotSsrf(url, { responseType: "buffer" })).body.length
