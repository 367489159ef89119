import type { PartitionReplay } from './plan-replay.js'
import type { PartitionReport } from './replay-topic.js'

/** What will be done in a partition, a line each. */
export function describePlan({ range, leftAlone }: PartitionReplay): string[] {
  const lines: string[] = []
  if (range) lines.push(`${range.topic}, partition ${range.partition}: offsets ${range.start} to ${range.end - 1}`)
  if (leftAlone) {
    const offsets = `offsets ${leftAlone.start} to ${leftAlone.end - 1}`
    lines.push(`${offsets} stay as they are: the log has lost the beginning of their batch`)
  }
  return lines
}

/** What was done in all, or would be. */
export function describeReports(reports: readonly PartitionReport[], isDryRun: boolean): string {
  const sums = { records: 0, removed: 0, inserted: 0 }
  for (const { counts } of reports) {
    sums.records += counts.records
    sums.removed += counts.removed
    sums.inserted += counts.inserted
  }
  if (sums.records === 0) return 'There is nothing to replay: the log holds no record of that time that was stored.'
  const rows = `${sums.inserted} rows of ${sums.records} records in the place of ${sums.removed}`
  return isDryRun ? `It would store ${rows}. Nothing was changed.` : `Stored ${rows}.`
}
