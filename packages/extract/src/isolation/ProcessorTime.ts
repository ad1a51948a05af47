/** The processor time of this thread. */

/** Starts a counter; it returns the milliseconds since then. */
export const counted = (): (() => number) => {
  const before = process.threadCpuUsage()
  return () => {
    const { system, user } = process.threadCpuUsage(before)
    return (system + user) / 1_000
  }
}
