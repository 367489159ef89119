import type { TelemetryTopic } from '@signalbox/contracts'
import { metricKind } from '../kinds/metric/index.js'
import { spanKind } from '../kinds/span/index.js'
import { readEnvelopes } from './read-envelopes.js'
import { createJsonBatchReader } from './read-json-batches.js'
import { readOtlpRequests } from './read-otlp-requests.js'
import { readOutcomes } from './read-outcomes.js'
import type { RecordReader } from './record-reader.js'

/** The reader for the records of each topic. */
export const recordReaders = {
  envelopes: readEnvelopes,
  spans: createJsonBatchReader('span', spanKind.batch),
  metrics: createJsonBatchReader('metric', metricKind.batch),
  otlp: readOtlpRequests,
  outcomes: readOutcomes,
} satisfies { [Topic in TelemetryTopic]: RecordReader }
