import type { ExpectedItem } from '../support/recorded-requests.js'
import type { Comparison, Report } from './item-checks.js'

type Sums = Record<string, number>

const query = '/api/v1/telemetry/query'
const range = 'start=2026-11-20T00:00:00Z&end=2026-11-22T00:00:00Z'

function add(sums: Sums, key: string, quantity: number): void {
  sums[key] = (sums[key] ?? 0) + quantity
}

interface Row extends Record<string, unknown> {
  kind: string
  outcome: string
  reason: string
  quantity: number
}

async function readOutcomes({ read }: Report): Promise<Row[]> {
  const answer = await read(`${query}/outcomes/?${range}`)
  return (answer?.['outcomes'] ?? []) as Row[]
}

/** Items that SDKs dropped before sending, by category and reason. */
export async function checkClientReports(items: readonly ExpectedItem[], report: Report): Promise<Comparison> {
  const expected: Sums = {}
  for (const { discarded_events: rows = [] } of items) {
    for (const { category, reason, quantity } of rows) add(expected, `${category} ${reason}`, quantity)
  }
  const got: Sums = {}
  for (const { kind, outcome, reason, quantity } of await readOutcomes(report)) {
    if (outcome === 'client_discarded') add(got, `${kind} ${reason}`, quantity)
  }
  return { expected, got }
}

/** Item types that are accepted and counted, but not stored. */
const countedOnly = new Set(['profile', 'profile_chunk', 'replay_event', 'replay_recording'])

/** Known items that are not stored, by type. */
export async function checkCountedItems(items: readonly ExpectedItem[], report: Report): Promise<Comparison> {
  const expected: Sums = {}
  for (const { item } of items) if (countedOnly.has(item)) add(expected, item, 1)
  const got: Sums = {}
  for (const { kind, outcome, reason, quantity } of await readOutcomes(report)) {
    if (outcome === 'dropped' && reason === 'unsupported_item') add(got, kind, quantity)
  }
  return { expected, got }
}

interface Health {
  total: number
  crashed: number
  errored: number
}

/** Sessions by release: individual ones once per id, aggregated ones by their counts. */
export async function checkSessions(items: readonly ExpectedItem[], { read }: Report): Promise<Comparison> {
  const expected: Record<string, Health> = {}
  const seen = new Set<string>()
  const healthOf = (release: string) => (expected[release] ??= { total: 0, crashed: 0, errored: 0 })
  for (const { attrs, sid, init, errors, aggregates } of items) {
    const health = healthOf(attrs?.release ?? '')
    for (const bucket of aggregates ?? []) {
      health.total += bucket.exited + bucket.errored + bucket.crashed
      health.crashed += bucket.crashed
      health.errored += bucket.errored
    }
    if (sid === undefined || init !== true || seen.has(sid)) continue
    seen.add(sid)
    health.total += 1
    if ((errors ?? 0) > 0) health.errored += 1
  }
  const answer = await read(`${query}/releases/?${range}`)
  const releases = (answer?.['releases'] ?? []) as { release: string; sessions: Health }[]
  const got = Object.fromEntries(
    releases
      .filter(({ sessions }) => sessions.total > 0)
      .map(({ release, sessions: { total, crashed, errored } }) => [release, { total, crashed, errored }]),
  )
  return { expected, got }
}
