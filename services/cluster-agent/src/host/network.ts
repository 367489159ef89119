/** Bytes and packet errors since the interfaces came up. */
export interface NetworkTotals {
  rxBytes: number
  rxErrors: number
  txBytes: number
  txErrors: number
}

/**
 * Sums the interfaces in /proc/net/dev.
 * @param only names of the interfaces to include; if empty, all except loopback.
 */
export function parseNetwork(text: string, only: ReadonlySet<string> = new Set()): NetworkTotals {
  const totals = { rxBytes: 0, rxErrors: 0, txBytes: 0, txErrors: 0 }
  for (const line of text.split('\n')) {
    const match = /^\s*([^\s:]+):(.*)$/.exec(line)
    if (!match) continue
    const [, name = '', rest = ''] = match
    const counts = only.size === 0 ? name !== 'lo' : only.has(name)
    if (!counts) continue
    const numbers = rest.trim().split(/\s+/).map(Number)
    totals.rxBytes += numbers[0] ?? 0
    totals.rxErrors += numbers[2] ?? 0
    totals.txBytes += numbers[8] ?? 0
    totals.txErrors += numbers[10] ?? 0
  }
  return totals
}
