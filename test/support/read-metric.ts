/**
 * Values of a metric from the admin port, one per label set; none if it does not exist yet.
 * @param label limits the label sets to those with this one, such as `outcome="dropped"`.
 */
export async function readMetrics(adminUrl: string, name: string, label = ''): Promise<number[]> {
  // The server may just be closing a connection that was kept.
  const headers = { connection: 'close' }
  const res = await fetch(`${adminUrl}/metrics`, { headers, signal: AbortSignal.timeout(5_000) })
  const lines = (await res.text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => line.includes(label))
  return lines.map((line) => Number(line.slice(line.lastIndexOf(' '))))
}

/** The sum over all label sets; 0 if there are none yet. */
export async function readMetric(adminUrl: string, name: string, label = ''): Promise<number> {
  return (await readMetrics(adminUrl, name, label)).reduce((sum, value) => sum + value, 0)
}
