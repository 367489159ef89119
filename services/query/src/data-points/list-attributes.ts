import { limits, type DataPointAttributesResponse, type listDataPointAttributes } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { QueryContext } from '../reading/query-context.js'
import { allOf, whereEqual } from '../selection/filter.js'
import { resolveScope, withinScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow } from '../selection/time-window.js'

interface Input {
  caller: ApiCaller
  query: Parameters<RouteHandler<typeof listDataPointAttributes>>[0]['query']
}

/** Lists the attributes of a metric's points and senders. Reads one point of each series: all have the same ones. */
export async function listAttributesOfDataPoints(
  { store, projects, clock }: QueryContext,
  { caller, query }: Input,
): Promise<DataPointAttributesResponse> {
  const window = resolveTimeWindow(query, clock())
  const scope = await resolveScope(projects, caller, { projectId: query.project_id, window })
  const points = allOf(
    withinScope(scope, 'timestamp'),
    whereEqual('name', query.name),
    whereEqual('service', query.service),
  )
  const attributes = await store.read<DataPointAttributesResponse['attributes'][number]>({
    name: 'dataPointAttributes',
    sql: `
      SELECT key AS name, count() AS total,
        arraySlice(arrayMap(one -> one.2, arraySort(groupArray((-seriesCount, value)))), 1, {valuesMax:UInt32}) AS values
      FROM (
        SELECT key, value, count() AS seriesCount
        FROM (
          SELECT series, any(mapUpdate(resource, attributes)) AS pairs
          FROM data_points WHERE ${points.sql} GROUP BY series)
        ARRAY JOIN mapKeys(pairs) AS key, mapValues(pairs) AS value
        GROUP BY key, value)
      GROUP BY key
      ORDER BY key`,
    parameters: { ...points.parameters, valuesMax: limits.query.dataPointAttributeValuesMax },
  })
  return { attributes: attributes.slice(0, limits.query.dataPointAttributesMax), total: attributes.length }
}
