import { queryServices } from '@signalbox/contracts'
import { givenFilters, type QueryContext } from '../../telemetry-queries/query-context.js'
import { summarizePoints } from '../../telemetry-queries/summarize.js'
import { stepsBefore } from '../../telemetry-queries/window.js'

/** Which requests to measure. */
export interface MeasuredRequests {
  within_minutes: number
  /** Undefined for all services. */
  service: string | undefined
  project_id: string | null
}

/** Totals of the measured requests. */
export interface RequestSum {
  requests: number
  errors: number
  /** Milliseconds: the average over the minutes of the window, weighted by requests; undefined without requests. */
  p95Ms: number | undefined
}

/** Sums up requests from the per-minute service statistics of the window. Rejects if the query fails. */
export async function sumRequests(
  { queryTelemetry, organizationId, now }: QueryContext,
  { within_minutes, service, project_id }: MeasuredRequests,
): Promise<RequestSum> {
  const { window, interval_seconds } = stepsBefore(now, within_minutes)
  const query = { ...window, interval_seconds, ...givenFilters({ project_id }) }
  const { services } = await queryTelemetry(organizationId, queryServices, query)
  const meant = services.filter((one) => service === undefined || one.service === service)
  const points = meant.flatMap((one) => one.points).filter(({ requests }) => requests > 0)
  return {
    requests: points.reduce((all, { requests }) => all + requests, 0),
    errors: points.reduce((all, { errors }) => all + errors, 0),
    p95Ms: summarizePoints(
      points.map(({ requests, p95_ms }) => ({ ...blank, count: requests, p95: p95_ms ?? 0 })),
      'p95',
    ),
  }
}

const blank = { sum: 0, min: 0, max: 0, p50: 0 }
