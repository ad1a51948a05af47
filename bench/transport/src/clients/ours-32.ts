/** Ours with as many connections to a host as the settings allow. */
import * as Ours from "../Ours.ts"

export const { transport: get } = await Ours.make({ per_host_concurrency: 32 })
