import { parts } from './parts.js'
import type { Measurement } from './report.js'
import { summarize, type Summary } from './reporting/summary.js'

/**
 * Runs each part `rounds` times sequentially and reports progress on stderr.
 * @param names names in `parts`.
 */
export async function runParts(names: readonly string[], rounds: number): Promise<Summary[]> {
  const summaries: Summary[] = []
  for (const name of names) {
    const measured: Measurement[][] = []
    for (let round = 1; round <= rounds; round += 1) {
      console.error(`Measuring ${name}${rounds === 1 ? '' : `, round ${round} of ${rounds}`} …`)
      measured.push((await parts[name]?.()) ?? [])
    }
    summaries.push(...summarize(measured))
  }
  return summaries
}
