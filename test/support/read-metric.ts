/** Reads a metric of the admin port: the sum over all its label sets, 0 when it is not there yet. */
export async function readMetric(adminUrl: string, name: string): Promise<number> {
  const res = await fetch(`${adminUrl}/metrics`, { signal: AbortSignal.timeout(5_000) })
  const lines = (await res.text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}
