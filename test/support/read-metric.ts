/** Values of a metric of the admin port, one for each label set; none when it is not there yet. */
export async function readMetrics(adminUrl: string, name: string): Promise<number[]> {
  const res = await fetch(`${adminUrl}/metrics`, { signal: AbortSignal.timeout(5_000) })
  const lines = (await res.text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return lines.map((line) => Number(line.slice(line.lastIndexOf(' '))))
}

/** The sum over all label sets, 0 when there is none yet. */
export async function readMetric(adminUrl: string, name: string): Promise<number> {
  return (await readMetrics(adminUrl, name)).reduce((sum, value) => sum + value, 0)
}
