import type { PartitionReplay } from './plan-replay.js'
import type { PartitionReport } from './replay-topic.js'

/** Describes what will be done in a partition, one item per line. */
export function describePlan({ range, leftAlone }: PartitionReplay): string[] {
  const lines: string[] = []
  if (range) lines.push(`${range.topic}, partition ${range.partition}: offsets ${range.start} to ${range.end - 1}`)
  if (leftAlone) {
    const offsets = `offsets ${leftAlone.start} to ${leftAlone.end - 1}`
    lines.push(`${offsets} are unchanged: the start of their batch is no longer in the log`)
  }
  return lines
}

/** Describes what was done in total, or would be. */
export function describeReports(reports: readonly PartitionReport[], isDryRun: boolean): string {
  const sums = { records: 0, removed: 0, inserted: 0 }
  for (const { counts } of reports) {
    sums.records += counts.records
    sums.removed += counts.removed
    sums.inserted += counts.inserted
  }
  if (sums.records === 0) return 'Nothing to replay: the log contains no stored records in that time range.'
  const rows = `${sums.inserted} rows from ${sums.records} records, replacing ${sums.removed}`
  return isDryRun ? `Would store ${rows}. Nothing was changed.` : `Stored ${rows}.`
}
