import type { JsonObject } from '@signalbox/sentry-events'
import type { EnvelopeItemContext } from '../../../pipeline/kind-pipeline.js'
import type { ReportDescription } from './describe-report.js'
import type { SecurityReport } from './security-report.js'

/** Creates the event for a report. The report itself is in `extra`, under its type. */
export function toEventPayload(
  { type, fields }: SecurityReport,
  { message, culprit, tags, fingerprint, pageUrl, referrer }: ReportDescription,
  { meta, item }: EnvelopeItemContext,
): JsonObject {
  return {
    type,
    level: 'error',
    platform: 'javascript',
    logger: type,
    message,
    logentry: { formatted: message },
    culprit,
    tags,
    fingerprint,
    request: { url: pageUrl, headers: headersOf({ Referer: referrer, 'User-Agent': meta.userAgent ?? '' }) },
    release: item.header['release'] ?? item.header['sentry_release'],
    environment: item.header['environment'] ?? item.header['sentry_environment'],
    extra: { [type]: fields },
  }
}

function headersOf(headers: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
}
