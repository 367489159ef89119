import { noScope, type Metric, type SeriesDescription } from '@signalbox/otlp'
import type { OtlpContext } from '../../otlp/otlp-context.js'
import { readOrigin, type Origin } from '../../otlp/origin.js'
import { toSeriesColumns, type SeriesColumns } from './to-data-point-row.js'

/** A series of a Prometheus server. What its rows share is computed once, for one organization, project and its rules. */
export class SampledSeries {
  readonly description: SeriesDescription
  #origin: Origin | undefined
  #columns: SeriesColumns | undefined

  constructor(description: SeriesDescription) {
    this.description = description
  }

  originIn(context: OtlpContext): Origin {
    return (this.#origin ??= readOrigin({ resource: this.description.resource, scope: noScope }, context))
  }

  /** @param metric The series with its current points, which decide its kind. */
  columnsOf(metric: Metric, context: OtlpContext): SeriesColumns {
    if (this.#columns?.kind === metric.kind) return this.#columns
    const { attributes } = this.description
    const columns = toSeriesColumns(metric, { attributes, origin: this.originIn(context) }, context)
    this.#columns = columns
    return columns
  }
}
