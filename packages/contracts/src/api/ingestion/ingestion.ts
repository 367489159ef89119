import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, Open } from '../../schema.js'
import { MetricItem } from '../../telemetry/metric.js'
import { SpanItem } from '../../telemetry/span.js'
import { defineRoute } from '../http/route.js'

const common = { tag: 'Ingestion', method: 'post', scope: 'telemetry:write', rateLimit: 'ingest', status: 202 } as const

/** Response of the metrics and spans endpoints: how much was accepted, and why the rest was not. */
export const BatchAccepted = Closed({
  accepted: Type.Integer({ description: 'Number of items stored durably' }),
  rejected: Type.Array(
    Closed({
      index: Type.Integer({ description: 'Position in the request, 0-based' }),
      error: Type.String({ description: 'Which field is invalid and what is expected' }),
    }),
    { description: `At most the first ${limits.batch.rejectedListedMax}` },
  ),
  rejected_total: Type.Optional(Type.Integer({ description: 'Present if more items were rejected than are listed' })),
})
export type BatchAccepted = Static<typeof BatchAccepted>

const itemsLimits = { minItems: 1, maxItems: limits.batch.itemsMax }

export const ingestMetrics = defineRoute({
  ...common,
  id: 'ingestMetrics',
  path: '/api/v1/telemetry/metrics/',
  summary: 'Store metric samples',
  description: 'Valid items are stored even if others are rejected. Returns 400 if no item is valid.',
  body: Open({ metrics: Type.Array(MetricItem, itemsLimits) }),
  response: BatchAccepted,
})

export const ingestSpans = defineRoute({
  ...common,
  id: 'ingestSpans',
  path: '/api/v1/telemetry/spans/',
  summary: 'Store spans',
  description: 'Valid items are stored even if others are rejected. Returns 400 if no item is valid.',
  body: Open({ spans: Type.Array(SpanItem, itemsLimits) }),
  response: BatchAccepted,
})
