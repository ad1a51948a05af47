/**
 * `node:http` with the agent of @microsoft/antissrf, set up as in its manual, with plain http allowed and keep-alive.
 */
import { get as httpGet } from "node:http"
import { AntiSSRFPolicy, PolicyConfigOptions } from "@microsoft/antissrf"

const policy = new AntiSSRFPolicy(PolicyConfigOptions.ExternalOnlyLatest)
policy.allowPlainTextHttp = true
const agent = policy.getHttpAgent({ keepAlive: true })

export const get = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    httpGet(url, { agent }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => resolve(Buffer.concat(chunks).length))
      response.on("error", reject)
    }).on("error", reject)
  })
