/** axios with the agent of request-filtering-agent, which needs an option to keep connections alive. */
import { create } from "axios"
import { RequestFilteringHttpAgent } from "request-filtering-agent"

const client = create({
  httpAgent: new RequestFilteringHttpAgent({ keepAlive: true }),
  responseType: "arraybuffer",
})

export const get = async (url: string): Promise<number> => (await client.get<Buffer>(url)).data.length
