import type { Metrics } from '@signalbox/service-kit'
import { refusalReasons, type IngestMetrics } from './ingest-metrics.js'

/** Registers ingest's counters with the process's metrics registry. */
export function createIngestMetrics(metrics: Metrics): IngestMetrics {
  const items = metrics.counter('signalbox_ingest_items_total', 'Items received', ['kind', 'outcome'])
  const bytes = metrics.counter('signalbox_ingest_bytes_total', 'Bytes written to the log', ['topic', 'encoding'])
  const refused = metrics.counter('signalbox_ingest_refused_requests_total', 'Requests that failed with an error', [
    'reason',
  ])
  // Start at zero so that `increase()` sees the first refusal.
  for (const reason of refusalReasons) refused.inc({ reason }, 0)
  const decode = metrics.histogram('signalbox_ingest_decode_seconds', 'Time to decompress a body', [])
  return {
    countItems: (kind, outcome, quantity) => {
      items.inc({ kind, outcome }, quantity)
    },
    countRefused: (reason) => {
      refused.inc({ reason }, 1)
    },
    countBytes: (topic, encoding, count) => {
      bytes.inc({ topic, encoding }, count)
    },
    observeDecode: (seconds) => {
      decode.observe({}, seconds)
    },
  }
}
