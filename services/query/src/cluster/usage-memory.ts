import { dayMs, hourMs, limits } from '@signalbox/contracts'
import { createMarkedMemory, type MarkedMemory } from '../memory/marked-memory.js'
import type { QueryContext } from '../reading/query-context.js'
import { groupByKey } from '../selection/group-by-key.js'
import type { ClusterScope } from './cluster-scope.js'
import { readUsageMarks, type UsageMarks } from './usage-marks.js'
import type { NodePeriod, PodPeriod, UsagePeriod } from './usage-periods.js'
import type { UsageRequest } from './usage-series.js'

/** Usage by hour or day, remembered for as long as the stored samples stay the same: a view then reads only the last hour. */
export interface UsageMemory {
  nodes: MarkedMemory<readonly NodePeriod[]>
  pods: MarkedMemory<readonly PodPeriod[]>
}

/** Dependencies of handlers that read usage. */
export interface UsageContext extends QueryContext {
  usageMemory: UsageMemory
}

/** Besides its labels, a period has a few numbers. */
const numbersBytes = 300

export function createUsageMemory(): UsageMemory {
  const bytesMax = limits.query.rememberedUsageBytesMax / 2
  // The key contains all labels.
  const bytesOf = (rows: readonly UsagePeriod[]) =>
    rows.reduce((bytes, { key }) => bytes + numbersBytes + 4 * key.length, 0)
  return {
    nodes: createMarkedMemory<readonly NodePeriod[]>(bytesMax, bytesOf),
    pods: createMarkedMemory<readonly PodPeriod[]>(bytesMax, bytesOf),
  }
}

interface RecalledUsage<Row> {
  memory: MarkedMemory<readonly Row[]>
  /** Unique for what is read of a scope. */
  name: string
  read: (request: Omit<UsageRequest, 'resources'>) => Promise<Row[]>
  /** Adds up the periods of each node or pod. */
  add: (periods: Iterable<Row>) => Row[]
}

/** The longest window that is divided into hours: a longer one is divided into days. */
const hourlyMsMax = 2 * dayMs

/**
 * Reads usage by period and adds it up. Periods that are over and entirely within the window are read again only if
 * samples have arrived for them since, all with one statement; their sum is remembered too.
 */
export async function recallUsage<Row extends UsagePeriod>(
  { store }: UsageContext,
  scope: ClusterScope,
  { memory, name, read, add }: RecalledUsage<Row>,
): Promise<Row[]> {
  const { startMs, endMs } = scope.window
  const unitMs = endMs - startMs > hourlyMsMax ? dayMs : hourMs
  const marks = await readUsageMarks(store, scope)
  const periods = periodsOf(marks, unitMs)
  const isWhole = (period: MarkedPeriod) => period.startMs >= startMs && period.startMs + unitMs <= endMs
  const [whole, cut] = [periods.filter(isWhole), periods.filter((period) => !isWhole(period))]
  const keyOf = (part: number | string) => {
    return { organizationId: scope.organizationId, name: JSON.stringify([name, scope.cluster, unitMs, part]) }
  }
  const sum = { key: keyOf(`sum of ${whole.length}`), mark: whole.map(({ mark }) => mark).join('') }
  const known = memory.get(sum.key, sum.mark)
  const recalled = known === undefined ? whole.map((period) => memory.get(keyOf(period.startMs), period.mark)) : []
  const missing = known === undefined ? whole.filter((_, index) => recalled[index] === undefined) : []
  const hours = [...missing, ...cut].flatMap((period) => period.hours)
  const request = { scope, hours, unitMs, withCpuCounters: marks.hasCounters, withReports: marks.hasReports }
  const rows = groupByKey(hours.length === 0 ? [] : await read(request), (row) => String(row.startMs))
  const rowsOf = (period: MarkedPeriod): readonly Row[] => rows.get(String(period.startMs)) ?? []
  for (const period of missing) memory.set(keyOf(period.startMs), period.mark, rowsOf(period))
  const total = known ?? add(whole.flatMap((period, index) => recalled[index] ?? rowsOf(period)))
  if (known === undefined) memory.set(sum.key, sum.mark, total)
  return add([...total, ...cut.flatMap(rowsOf)])
}

interface MarkedPeriod {
  startMs: number
  /** Start of each hour with samples, Unix milliseconds. */
  hours: number[]
  mark: string
}

function periodsOf({ hours }: UsageMarks, unitMs: number): MarkedPeriod[] {
  const periods = new Map<number, MarkedPeriod>()
  for (const { hourMs: startMs, mark } of hours) {
    const periodMs = Math.floor(startMs / unitMs) * unitMs
    const period = periods.get(periodMs) ?? { startMs: periodMs, hours: [], mark: '' }
    periods.set(periodMs, {
      startMs: periodMs,
      hours: [...period.hours, startMs],
      mark: `${period.mark}${startMs}:${mark} `,
    })
  }
  return [...periods.values()]
}
