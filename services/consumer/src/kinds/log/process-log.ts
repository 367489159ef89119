import { limits } from '@signalbox/contracts'
import { cleanText, readCount } from '@signalbox/sentry-events'
import type { LogRow } from '@signalbox/telemetry-store/rows'
import { createContainerPipeline } from '../../container/container-pipeline.js'
import type { ContainerEntry } from '../../container/read-entry.js'
import type { EnvelopeItemContext } from '../../pipeline/kind-pipeline.js'
import { readSeverity } from './severity.js'

const { bodyLengthMax, entriesMax } = limits.log

/** An item of type `log`: a container of log entries. */
export const logPipeline = createContainerPipeline<LogRow>({
  kind: 'log',
  contentType: 'application/vnd.sentry.items.log+json',
  invalid: 'invalid_log',
  retention: 'logs',
  entriesMax,
  toRow: toLogRow,
  toRowSet: (logs) => ({ logs }),
})

function toLogRow({ fields, values, columns }: ContainerEntry, { rules }: EnvelopeItemContext): LogRow {
  const severity = readSeverity({
    words: [fields['level'], values['sentry.severity_text']],
    numbers: [fields['severity_number'], values['sentry.severity_number']],
  })
  return {
    ...columns,
    ...severity,
    sequence: readCount(values['sentry.timestamp.sequence']) ?? 0,
    body: rules.scrubber.scrubText(cleanText(toText(fields['body']), bodyLengthMax)),
  }
}

/** Bodies are text, but SDKs of dynamic languages send whatever was logged. */
function toText(body: unknown): string {
  if (typeof body === 'string') return body
  return body === undefined || body === null ? '' : JSON.stringify(body)
}
