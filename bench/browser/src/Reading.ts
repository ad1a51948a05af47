/** Reads pages as a program does that has the tools, and measures what each one takes. */
import { Dns, World } from "@porthole/test-net"
import { createWebTools } from "@porthole/tools"
import { join } from "node:path"
import * as Child from "../../harness/Child.ts"
import { usageOf } from "../../harness/ProcessTree.ts"
import { frameworks, others } from "./Applications.ts"
import { hardPages } from "./HardPages.ts"

/** A page that was read. */
export interface Read {
  readonly text: string
  /** What the page's answer says of itself, or its error. */
  readonly message: string
  readonly isRendered: boolean
  readonly milliseconds: number
  /** Processor time of the tools and the browser, in milliseconds. */
  readonly processor: number
  /** The most memory that they held of their own, in MiB. */
  readonly memory: number
}

/** Starts names and the site over the built applications; `read` reads one page after another. */
export const start = async (folder: string) => {
  const addresses = [[World.publicA]]
  const hosts = [...frameworks, ...others, ...hardPages.flatMap(({ name }) => [`${name}.hard`, `frame-${name}.hard`])]
  await Dns.start(Object.fromEntries(hosts.map((host) => [`${host}.test`, addresses])))
  const site = await Child.start(join(import.meta.dirname, "site.ts"), [World.publicA, folder])
  const tools = createWebTools({ render: "always", maxRequestsPerMinute: 10_000 })
  const ownUsage = () => {
    const [all, others] = [usageOf(process.pid), usageOf(site.pid ?? 0)]
    return { processor: all.processor - others.processor, own: all.own - others.own }
  }
  const read = async (url: string): Promise<Read> => {
    const before = ownUsage()
    let memory = before.own
    const timer = setInterval(() => (memory = Math.max(memory, ownUsage().own)), 100)
    const begun = performance.now()
    const page = await tools.webFetch({ url })
    const milliseconds = performance.now() - begun
    clearInterval(timer)
    const measured = { milliseconds, memory, processor: ownUsage().processor - before.processor }
    return "error" in page
      ? { text: "", message: JSON.stringify(page), isRendered: false, ...measured }
      : {
          text: `${page.title}\n${page.author ?? ""}\n${page.content_md}`,
          message: page.message ?? "",
          isRendered: page.rendered === true,
          ...measured,
        }
  }
  const stop = async (): Promise<void> => {
    await tools.dispose()
    await Child.stop(site)
  }
  return { read, stop }
}
