import {
  LinkedPage,
  limits,
  placeCursor,
  readPlaceCursor,
  type listSentryMonitors,
  type SentryMonitor,
} from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import { readMonitors } from '../monitors/read-check-ins.js'
import type { QueryContext } from '../reading/query-context.js'
import { resolveTimeWindow } from '../selection/time-window.js'
import { requireOwn } from './find-named.js'

type Input = Pick<Parameters<RouteHandler<typeof listSentryMonitors>>[0], 'caller' | 'params' | 'query'>

/**
 * A page of the scheduled jobs, one entry per project; the cursor contains, between zeros, the number of preceding
 * entries.
 */
export async function listMonitorsAsSentry(context: QueryContext, { caller, params, query }: Input) {
  requireOwn(caller, params.organization)
  const { organizationId } = caller
  const offset = readPlaceCursor(query.cursor)
  const places = await readMonitors(context.store, {
    scope: { organizationId, projectId: undefined, window: resolveTimeWindow({ since: '90d' }, context.clock()) },
    criteria: { environment: undefined },
    page: { limit: limits.query.monitorsLimitMax, offset },
  })
  // Sentry shows the environments of one job as one monitor.
  const monitors = new Map<string, SentryMonitor>()
  for (const { slug, projectId } of places) {
    const id = `${projectId}:${slug}`
    monitors.set(id, { id, slug, name: slug, status: 'active' })
  }
  const before = offset + places.length
  const cursor = placeCursor(before)
  const path = `/api/0/organizations/${encodeURIComponent(params.organization)}/monitors/?cursor=${cursor}`
  return new LinkedPage([...monitors.values()], before < (places[0]?.total ?? 0) ? { path, cursor } : undefined)
}
