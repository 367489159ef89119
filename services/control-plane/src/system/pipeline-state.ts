import type { PipelineState } from '@signalbox/contracts'
import type { ReportedVitals } from '@signalbox/service-kit'

/** Each consumer sees the entire backlog, as of its last poll, and computes its delay from what it stored itself. */
export function toPipelineState(processes: readonly ReportedVitals[]): PipelineState | null {
  const newestFirst = processes.toSorted((a, b) => b.reportedAt - a.reportedAt).map(({ vitals }) => vitals)
  const consumers = newestFirst.flatMap(({ topics }) => (topics ? [topics] : []))
  const [newest] = consumers
  if (newest === undefined) return null
  return {
    topics: newest.map(({ topic, records }) => {
      const lags = consumers.flatMap((topics) =>
        topics.filter((each) => each.topic === topic).map(({ lagMs }) => lagMs),
      )
      return { topic, records, lag_seconds: records === 0 ? 0 : Math.min(...lags) / 1_000 }
    }),
    log_bytes: firstKnown(newestFirst.map(({ logBytes }) => logBytes)),
    log_bytes_max: firstKnown(newestFirst.map(({ logBytesMax }) => logBytesMax)),
  }
}

function firstKnown(values: readonly (number | null)[]): number | null {
  return values.find((value) => value !== null) ?? null
}
