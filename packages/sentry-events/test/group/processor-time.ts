/** Milliseconds of the processor that a piece of work takes: other work on the machine does not change them. */
export function processorMsOf(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
