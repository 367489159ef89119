import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import { boundsOf, type Range } from '../../frame/range/range.js'
import { useChangeFrameSearch } from '../../frame/range/use-range.js'
import { BarChart } from '../../parts/chart/bar-chart.js'
import type { Marker } from '../../parts/chart/marker.js'
import { useDeploymentMarkers } from '../../parts/deployment/use-markers.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { formatDuration } from '../../parts/time/format-time.js'
import { useNow } from '../../parts/time/now.js'
import styles from './issues.module.css'
import type { ServicesResponse } from '@signalbox/contracts'

const intervalsMax = 144
const stepsSeconds = [60, 300, 600, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400] as const

/** Error events over the range, with deployments. */
export function EventsChart({ range, projectId }: { range: Range; projectId: string | undefined }) {
  const now = useNow()
  const change = useChangeFrameSearch()
  const { startMs, intervalMs, endMs } = alignRange(boundsOf(range, now))
  const { data } = useQuery({
    ...apiQuery('queryServices', {
      query: {
        start: new Date(startMs).toISOString(),
        end: new Date(endMs).toISOString(),
        interval_seconds: intervalMs / 1_000,
        ...(projectId !== undefined && { project_id: projectId }),
      },
    }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
  const markers = useDeploymentMarkers({ startMs, endMs }, projectId)
  const values = sumEvents(data?.services ?? [], {
    startMs,
    intervalMs,
    count: Math.round((endMs - startMs) / intervalMs),
  })
  const total = values.reduce((sum, value) => sum + value, 0)
  return (
    <div className={styles['over']}>
      <span className={styles['caption']}>Error events, {formatDuration(intervalMs)} each</span>
      <BarChart
        {...{ values, startMs, intervalMs, markers }}
        isHot={(index) => isBadAt(startMs + index * intervalMs, intervalMs, markers)}
        label={`${countOf(total, 'error event')}, ${formatDuration(intervalMs)} per bar; ${countOf(markers.length, 'deployment')} in the range.`}
        onChoose={(from, to) => change({ start: new Date(from).toISOString(), end: new Date(to).toISOString() })}
      />
    </div>
  )
}

/** True if a bad deployment is live in an interval. */
function isBadAt(startMs: number, intervalMs: number, markers: readonly Marker[]): boolean {
  return markers.some(({ at, badUntil = 0 }) => at < startMs + intervalMs && startMs < badUntil)
}

/** Aligns a range to multiples of an interval, so that bars stay in place over time. */
function alignRange({ startMs, endMs }: { startMs: number; endMs: number }) {
  const seconds = stepsSeconds.find((step) => (endMs - startMs) / 1_000 / step <= intervalsMax) ?? 86_400
  const intervalMs = seconds * 1_000
  return {
    startMs: Math.floor(startMs / intervalMs) * intervalMs,
    endMs: Math.ceil(endMs / intervalMs) * intervalMs,
    intervalMs,
  }
}

type Services = Pick<ServicesResponse, 'services'>['services']

/** Error events of all services per interval of a range. Intervals without events have 0. */
function sumEvents(
  services: Services,
  { startMs, intervalMs, count }: { startMs: number; intervalMs: number; count: number },
): number[] {
  const sums = Array.from({ length: count }, () => 0)
  for (const { timestamp, error_events: events } of services.flatMap(({ points }) => points)) {
    const index = Math.floor((Date.parse(timestamp) - startMs) / intervalMs)
    if (index >= 0 && index < count) sums[index] = (sums[index] ?? 0) + events
  }
  return sums
}
