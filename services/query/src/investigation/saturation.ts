import { limits, type Saturation, type querySaturation } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { ClusterScope } from '../cluster/cluster-scope.js'
import type { UsageContext } from '../cluster/usage-memory.js'
import { compareText } from '../selection/compare-text.js'
import { resolveTimeWindow } from '../selection/time-window.js'
import { readBreakdowns } from './breakdowns.js'
import { readContainerRatios, readNodeRatios } from './capacity-ratios.js'
import type { FoundSaturation } from './found-saturation.js'

type SaturationQuery = Parameters<RouteHandler<typeof querySaturation>>[0]['query']

/** Resources that came close to their limit or failed: failures first, then by severity. */
export async function listSaturation(context: UsageContext, caller: ApiCaller, query: SaturationQuery) {
  const scope: ClusterScope = {
    organizationId: caller.organizationId,
    cluster: query.cluster,
    window: resolveTimeWindow(query, context.clock()),
  }
  const breakdowns = await readBreakdowns(context.store, scope)
  const containers = await readContainerRatios(context.store, scope)
  const nodes = await readNodeRatios(context, scope)
  const found = [...breakdowns.sort(byValue), ...[...containers, ...nodes].sort(byValue)]
  return { saturation: found.slice(0, limits.query.saturationMax).map(toSaturation), total: found.length }
}

function byValue(left: FoundSaturation, right: FoundSaturation): number {
  return right.value - left.value || compareText(keyOf(left), keyOf(right))
}

function keyOf({ cluster, namespace, name, container, kind }: FoundSaturation): string {
  return JSON.stringify([cluster, namespace, name, container, kind])
}

function toSaturation({ atMs, ...found }: FoundSaturation): Saturation {
  return { ...found, timestamp: new Date(atMs).toISOString() }
}
