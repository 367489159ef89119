import type { DataPointAggregate } from '@signalbox/contracts'
import { isAggregate } from '../../parts/metric/aggregate-words.js'
import { readFilters } from './filters.js'

/** Search parameters of the metrics screen, besides project and range. */
export interface MetricsSearch {
  /** Metric to chart; without it, all metrics are listed. */
  name?: string
  /** Default: depends on the metric. */
  aggregate?: DataPointAggregate
  /** Attribute with one line per value. */
  group_by?: string
  /** Filters by attributes, as `readFilters` reads them; all must match. */
  attribute?: string
}

/** Reads the parameters from an address; invalid ones are ignored. */
export function readMetricsSearch(search: Readonly<Record<string, unknown>>): MetricsSearch {
  const { name, aggregate, group_by: groupBy, attribute } = search
  return {
    ...(isText(name) && { name }),
    ...(isAggregate(aggregate) && { aggregate }),
    ...(isText(groupBy) && { group_by: groupBy }),
    ...(isText(attribute) && readFilters(attribute).length > 0 && { attribute }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
