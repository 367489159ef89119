import type { Alert, AlertRule, AppMetricSeries, DataPointsResponse, ServicesResponse } from '@signalbox/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery, liveMs } from '../../api/queries.js'
import { useSession } from '../../api/session.js'
import { aggregateWords } from '../../parts/metric/aggregate-words.js'
import { createFormat } from '../../parts/metric/format-metric.js'
import { formatCount, formatShare } from '../../parts/numbers/format-number.js'
import { formatDuration, minuteMs } from '../../parts/time/format-time.js'
import { useNow } from '../../parts/time/now.js'
import {
  nameGroup,
  rollUp,
  sourceOf,
  stepsAround,
  summaryOf,
  toAppPoint,
  toServicePoint,
  type Source,
  type Steps,
} from './measured.js'

/** What an alert's rule measured, as a line. */
export interface Measured {
  /** `Error events`. */
  what: string
  windowMs: number
  times: readonly number[]
  values: readonly (number | null)[]
  format(value: number): string
}

/** Measurements around an alert. Undefined until loaded, and for alerts that have none. */
export function useMeasured(alert: Alert): Measured | undefined {
  const { scopes } = useSession()
  const minute = Math.floor(useNow() / minuteMs) * minuteMs
  const { data: rule } = useQuery({
    ...apiQuery('readAlertRule', { params: { rule_id: alert.rule_id } }),
    staleTime: minuteMs,
    enabled: scopes.includes('alerts:read'),
  })
  const source = rule && scopes.includes('telemetry:read') ? sourceOf(rule) : undefined
  const windowMs = windowOf(rule)
  const steps = useMemo(() => stepsAround(alert, windowMs, minute), [alert, windowMs, minute])
  const answers = useAnswers(alert, source, steps)
  return useMemo(() => source && read(alert, source, steps, answers), [alert, source, steps, answers])
}

function windowOf(rule: AlertRule | undefined): number {
  return (rule !== undefined && 'within_minutes' in rule ? (rule.within_minutes ?? 1) : 1) * minuteMs
}

interface Answers {
  points: DataPointsResponse | undefined
  app: AppMetricSeries | undefined
  services: ServicesResponse | undefined
}

/** The one query that the source needs. */
function useAnswers(alert: Alert, source: Source | undefined, steps: Steps): Answers {
  const range = {
    start: new Date(steps.startMs - steps.windowMs).toISOString(),
    end: new Date(steps.endMs).toISOString(),
    interval_seconds: steps.stepMs / 1_000,
    ...(alert.project_id !== null && { project_id: alert.project_id }),
  }
  const live = { placeholderData: keepPreviousData, staleTime: liveMs }
  const metric = source?.from === 'services' ? undefined : source
  const { aggregate, attribute, group_by, service, environment } = metric?.rule ?? {}
  const named = { ...range, name: metric?.metric ?? '', ...(service !== undefined && { service }) }
  const points = useQuery({
    ...apiQuery('queryDataPoints', {
      query: {
        ...named,
        ...(aggregate !== undefined && { aggregate }),
        ...(attribute !== undefined && { attribute }),
        ...(group_by !== undefined && { group_by }),
      },
    }),
    ...live,
    enabled: source?.from === 'points',
  })
  const app = useQuery({
    ...apiQuery('queryAppMetrics', {
      query: { ...named, limit: 1, ...(environment !== undefined && { environment }) },
    }),
    ...live,
    enabled: source?.from === 'app',
  })
  const services = useQuery({
    ...apiQuery('queryServices', { query: range }),
    ...live,
    enabled: source?.from === 'services',
  })
  const appSeries = app.data && 'series' in app.data ? app.data : undefined
  const [pointsData, servicesData] = [points.data, services.data]
  return useMemo(
    () => ({ points: pointsData, app: appSeries, services: servicesData }),
    [pointsData, appSeries, servicesData],
  )
}

function read(alert: Alert, source: Source, steps: Steps, { points, app, services }: Answers): Measured | undefined {
  if (source.from === 'services') return services && readServices(source, steps, services)
  if (source.from === 'points') return points && readPoints(alert, steps, points)
  return app && readApp(source, steps, app)
}

const serviceWords = {
  events: { what: 'Error events', summary: 'sum', format: formatCount },
  share: { what: 'Failed requests', summary: 'mean', format: formatShare },
  p95: { what: 'p95 latency', summary: 'mean', format: formatDuration },
} as const

function readServices(
  source: Extract<Source, { from: 'services' }>,
  steps: Steps,
  { services }: ServicesResponse,
): Measured {
  const { what, summary, format } = serviceWords[source.measure]
  const meant = services.filter(({ service }) => source.service === undefined || service === source.service)
  const points = meant.flatMap((one) => one.points.flatMap((point) => toServicePoint(point, source.measure)))
  const rolled = rollUp(points, steps, summary, source.measure === 'events' ? 0 : null)
  const of = source.service === undefined ? '' : ` of ${source.service}`
  return { what: `${what}${of}`, windowMs: steps.windowMs, ...rolled, format }
}

function readPoints(alert: Alert, steps: Steps, answer: DataPointsResponse): Measured | undefined {
  const { metric, aggregate, series } = answer
  const subject = alert.subject ?? ''
  // A long subject is stored cut off.
  const own =
    series.find(({ group }) => nameGroup(group) === subject) ??
    series.find(({ group }) => nameGroup(group).startsWith(subject))
  if (metric === null || own === undefined) return undefined
  const points = own.points.map(({ timestamp, value }) => ({ at: Date.parse(timestamp), value, weight: 1 }))
  return {
    what: `${aggregateWords[aggregate]} of ${metric.name}`,
    windowMs: steps.windowMs,
    ...rollUp(points, steps, summaryOf(aggregate), null),
    format: createFormat({ aggregate, type: metric.kind, unit: metric.unit }),
  }
}

function readApp(source: Extract<Source, { from: 'points' | 'app' }>, steps: Steps, answer: AppMetricSeries): Measured {
  const aggregate = source.rule.aggregate ?? 'avg'
  const points = (answer.series[0]?.points ?? []).flatMap((point) => toAppPoint(point, aggregate))
  return {
    what: `${aggregateWords[aggregate]} of ${source.metric}`,
    windowMs: steps.windowMs,
    ...rollUp(points, steps, summaryOf(aggregate), null),
    format: createFormat({ aggregate, type: answer.type ?? '', unit: answer.unit ?? '' }),
  }
}
