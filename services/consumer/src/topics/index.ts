import type { TelemetryTopic } from '@signalbox/contracts'
import { metricBatch } from '../kinds/metric/process-metric-item.js'
import { spanBatch } from '../kinds/span/process-span-item.js'
import { readEnvelopes } from './read-envelopes.js'
import { createJsonBatchReader } from './read-json-batches.js'
import { readOtlpRequests } from './read-otlp-requests.js'
import { readOutcomes } from './read-outcomes.js'
import type { RecordReader } from './record-reader.js'

/** The reader for the records of each topic. */
export const recordReaders = {
  envelopes: readEnvelopes,
  spans: createJsonBatchReader('span', spanBatch),
  metrics: createJsonBatchReader('metric', metricBatch),
  otlp: readOtlpRequests,
  outcomes: readOutcomes,
} satisfies { [Topic in TelemetryTopic]: RecordReader }
