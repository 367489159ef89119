import type { SessionDetail } from '@signalbox/contracts'

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Timestamps in a session's data, oldest first: what its report's times of day refer to. */
export function timesOfSession({ report, steps, created_at: askedAt }: SessionDetail): string[] {
  const windows = steps.flatMap(({ evidence }) =>
    evidence.flatMap(({ window }) => (window ? Object.values(window) : [])),
  )
  const checked = report?.claims.flatMap(({ assertion }) => assertion.map(({ value }) => value)) ?? []
  const times = [askedAt, report?.onset_at, ...windows, ...checked].filter(isTime)
  return [...new Set(times)].sort()
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && iso.test(value)
}
