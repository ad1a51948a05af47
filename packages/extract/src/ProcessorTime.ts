/** How long this thread keeps a processor busy, whatever else the machine does. */

/** Starts to count, and tells the milliseconds since then whenever it is asked. */
export const counted = (): (() => number) => {
  const before = process.threadCpuUsage()
  return () => {
    const { system, user } = process.threadCpuUsage(before)
    return (system + user) / 1_000
  }
}
