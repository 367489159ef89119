import type { OtlpSignal, TelemetryKind } from '@signalbox/contracts'
import {
  surveyLogs,
  surveyMetrics,
  surveyTraces,
  type OtlpFormat,
  type RejectedField,
  type Survey,
} from '@signalbox/otlp'

/** Everything specific to one signal. */
export interface SignalRules {
  signal: OtlpSignal
  /** Kind of its items in the ledger. */
  kind: TelemetryKind
  /** Envelope item type that counts towards the same quotas. */
  itemType: string
  rejectedField: RejectedField
  /** Which retention setting applies. */
  retention: 'spans' | 'metrics' | 'logs'
  /** What invalid items lack, for the response. */
  invalid: string
  /** @throws MalformedError, TooLargeError */
  survey(body: Uint8Array, format: OtlpFormat): Survey
}

/** The OTLP signals. */
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
    invalid: 'that are malformed or belong to a metric without a name',
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
