import type { OtlpSignal, ProjectSettings, TelemetryKind } from '@signalbox/contracts'
import { limits } from '@signalbox/contracts'
import {
  decodeLogs,
  decodeMetrics,
  decodeTraces,
  readRemoteWrite,
  readRemoteWrite2,
  toMetric,
  uncompressSnappy,
  type Group,
  type Metric,
  type RememberedSeries,
  type SeriesDescription,
  type SeriesSamples,
} from '@signalbox/otlp'
import type { ItemResult } from '../batch/item-result.js'
import { noSiblings, readSiblings } from '../kinds/data-point/container/to-container-rows.js'
import { processDataPoint } from '../kinds/data-point/process-data-point.js'
import { SampledSeries } from '../kinds/data-point/sampled-series.js'
import { exceptionOfLog, exceptionsOfSpan, extractsExceptions } from '../kinds/error/otlp/list-otlp-exceptions.js'
import { processOtlpException, type OtlpException } from '../kinds/error/otlp/process-otlp-exception.js'
import { processOtlpLog } from '../kinds/log/otlp/process-otlp-log.js'
import { processOtlpSpan } from '../kinds/span/otlp/process-otlp-span.js'
import type { OtlpContext } from '../otlp/otlp-context.js'
import { readOrigin, type Origin } from '../otlp/origin.js'

/** An item of a request, ready to be processed. */
export interface OtlpItem {
  kind: TelemetryKind
  process: () => ItemResult
  /** How floods of the errors it becomes are sampled. */
  spikes?: ProjectSettings['spikes']
}

/** Context of a request. */
export interface OtlpRequestContext extends OtlpContext {
  /** Prometheus series of earlier requests; undefined if there is no room for them. */
  rememberedSeries: () => RememberedSeries<SampledSeries> | undefined
}

/**
 * Lists the items of a body.
 * @throws MalformedError, TooLargeError if the complete body is unreadable.
 */
type ListItems = (body: Uint8Array, context: OtlpRequestContext) => Iterable<OtlpItem>

const listersBySignal = {
  traces: function* (body, context) {
    const exceptions: OtlpException[] = []
    const isWanted = extractsExceptions(context)
    yield* eachItem(decodeTraces(body, context.meta.format), context, (span, origin) => {
      if (isWanted && span !== undefined) exceptions.push(...exceptionsOfSpan(span, origin))
      return { kind: 'span', process: () => processOtlpSpan(span, origin, context) }
    })
    yield* listExceptions(exceptions, context)
  },
  metrics: (body, context) => listDataPoints(decodeMetrics(body, context.meta.format), context),
  remote_write: (body, context) => listSamples(readRemoteWrite(inflate(body), readOptions(context)), context),
  remote_write_2: (body, context) => listSamples(readRemoteWrite2(inflate(body), readOptions(context)), context),
  logs: function* (body, context) {
    const exceptions: OtlpException[] = []
    const isWanted = extractsExceptions(context)
    let sequence = 0
    yield* eachItem(decodeLogs(body, context.meta.format), context, (record, origin) => {
      const place = { origin, sequence: sequence++ }
      if (isWanted && record !== undefined) exceptions.push(...exceptionOfLog(record, origin, place.sequence))
      return { kind: 'log', process: () => processOtlpLog(record, place, context) }
    })
    yield* listExceptions(exceptions, context)
  },
} satisfies { [Signal in OtlpSignal]: ListItems }

function inflate(body: Uint8Array): Uint8Array {
  return uncompressSnappy(body, limits.body.telemetryBytesMax)
}

/** The items of a request, by its signal. */
export const listOtlpItems: ListItems = (body, context) => listersBySignal[context.meta.signal](body, context)

function* eachItem<Item>(
  groups: readonly Group<Item>[],
  context: OtlpContext,
  toItem: (item: Item | undefined, origin: Origin) => OtlpItem,
): Generator<OtlpItem> {
  for (const group of groups) {
    const origin = readOrigin(group, context)
    for (const item of group.items) yield toItem(item, origin)
  }
}

/** Listed after all others, so that those keep their positions whatever the project's settings. */
function* listExceptions(exceptions: readonly OtlpException[], context: OtlpContext): Generator<OtlpItem> {
  const { spikes } = context.rules.settings
  for (const exception of exceptions) {
    yield { kind: 'error', process: () => processOtlpException(exception, context), spikes }
  }
}

function* listDataPoints(groups: readonly Group<Metric>[], context: OtlpContext): Generator<OtlpItem> {
  for (const group of groups) {
    const origin = readOrigin(group, context)
    const metrics = [...group.items]
    const siblings = readSiblings(metrics)
    for (const metric of metrics) {
      for (const point of metric?.points ?? [undefined]) {
        yield { kind: 'data_point', process: () => processDataPoint({ metric, point, origin, siblings }, context) }
      }
    }
  }
}

function readOptions({ rememberedSeries }: OtlpRequestContext) {
  const remembered = rememberedSeries()
  return {
    derive: (description: SeriesDescription) => new SampledSeries(description),
    ...(remembered && { remembered }),
  }
}

function* listSamples(all: readonly SeriesSamples<SampledSeries>[], context: OtlpContext): Generator<OtlpItem> {
  for (const { known, points } of all) {
    const metric = toMetric(known.description, points)
    const origin = known.originIn(context)
    const describe = () => known.columnsOf(metric, context)
    for (const point of metric.points) {
      yield {
        kind: 'data_point',
        process: () => processDataPoint({ metric, point, origin, siblings: noSiblings, describe }, context),
      }
    }
  }
}
