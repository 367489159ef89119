/** Milliseconds of processor time that work takes, independent of other work on the machine. */
export function processorMsOf(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
