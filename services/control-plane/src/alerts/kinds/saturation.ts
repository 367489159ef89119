import { queryMetrics, querySaturation, type Saturation } from '@signalbox/contracts'
import { givenFilters, type QueryContext } from '../../telemetry-queries/query-context.js'
import { windowBefore, type MeasuredWindow } from '../../telemetry-queries/window.js'
import { nothingMeasured, type MeasuredSubject, type Measurement } from '../measurement.js'

/** Which containers and nodes to measure. Undefined filters match all. */
export interface MeasuredSaturation {
  /** Kinds that count; with several, the greatest value wins. */
  kinds: readonly string[]
  within_minutes: number
  cluster: string | undefined
  namespace: string | undefined
  /** Name prefix. */
  pod?: string | undefined
  container: string | undefined
}

/**
 * Returns containers and nodes that came close to a limit or failed, one subject for each. Subjects missing from the
 * response are ok, unless nothing at all was reported. Rejects if a query is refused or fails.
 */
export async function measureSaturation(context: QueryContext, wanted: MeasuredSaturation): Promise<Measurement> {
  const window = windowBefore(context.now, wanted.within_minutes)
  const query = { ...window, ...givenFilters({ cluster: wanted.cluster }) }
  const { saturation, total } = await context.queryTelemetry(context.organizationId, querySaturation, query)
  const found = saturation.filter((one) => isMeant(one, wanted))
  if (found.length === 0 && !(await isReported(context, { window, ...wanted }))) return nothingMeasured
  return { hasData: true, isComplete: saturation.length >= total, subjects: worstOfEach(found) }
}

function isMeant({ kind, namespace, name, container }: Saturation, wanted: MeasuredSaturation): boolean {
  const { pod = '' } = wanted
  const isOf = (value: string, filter: string | undefined) => filter === undefined || value === filter
  const isPlace = isOf(namespace, wanted.namespace) && isOf(container, wanted.container)
  return wanted.kinds.includes(kind) && isPlace && name.startsWith(pod)
}

async function isReported(
  { queryTelemetry, organizationId }: QueryContext,
  { window, cluster, namespace, pod, container }: MeasuredSaturation & { window: MeasuredWindow },
): Promise<boolean> {
  const filters = givenFilters({ cluster, namespace, pod, container })
  const { total } = await queryTelemetry(organizationId, queryMetrics, { ...window, ...filters, limit: 1 })
  return total > 0
}

function worstOfEach(found: readonly Saturation[]): MeasuredSubject[] {
  const worst = new Map<string, MeasuredSubject & { value: number }>()
  for (const { subject: kind, cluster, namespace, name, container, value } of found) {
    const key = JSON.stringify([kind, cluster, namespace, name, container])
    const subject = [cluster, namespace, name, container].filter((part) => part !== '').join('/')
    const known = worst.get(key)
    if (known === undefined || known.value < value) worst.set(key, { key, subject, value })
  }
  return [...worst.values()]
}
