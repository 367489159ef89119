import type { OtlpSignal, TelemetryKind } from '@signalbox/contracts'
import {
  surveyLogs,
  surveyMetrics,
  surveyTraces,
  type OtlpFormat,
  type RejectedField,
  type Survey,
} from '@signalbox/otlp'

/** What tells one signal from another on its way in. */
export interface SignalRules {
  signal: OtlpSignal
  /** What the ledger calls its items. */
  kind: TelemetryKind
  /** Item type of envelopes that draws from the same quotas. */
  itemType: string
  rejectedField: RejectedField
  /** Days that its items are kept. */
  retention: 'spans' | 'metrics' | 'logs'
  /** What an invalid item lacks, for the answer. */
  invalid: string
  /** @throws MalformedError, TooLargeError */
  survey(body: Uint8Array, format: OtlpFormat): Survey
}

/** The signals of OTLP. */
export const otlpSignalRules = {
  traces: {
    signal: 'traces',
    kind: 'span',
    itemType: 'span',
    rejectedField: 'rejectedSpans',
    retention: 'spans',
    invalid: 'without a valid trace id and span id',
    survey: surveyTraces,
  },
  metrics: {
    signal: 'metrics',
    kind: 'data_point',
    itemType: 'trace_metric',
    rejectedField: 'rejectedDataPoints',
    retention: 'metrics',
    invalid: 'that are malformed or of a metric without a name',
    survey: surveyMetrics,
  },
  logs: {
    signal: 'logs',
    kind: 'log',
    itemType: 'log',
    rejectedField: 'rejectedLogRecords',
    retention: 'logs',
    invalid: 'that are malformed',
    survey: surveyLogs,
  },
} as const satisfies { [Signal in 'traces' | 'metrics' | 'logs']: SignalRules & { signal: Signal } }
