import { limits, type OutcomeReason } from '@signalbox/contracts'
import { cleanText, isJsonObject, readEnvironment, readRelease, type Scrubber } from '@signalbox/sentry-events'
import type { AppMetricRow, LogRow } from '@signalbox/telemetry-store/rows'
import type { EnvelopeItemContext } from '../pipeline/kind-pipeline.js'
import { readSpanId, readTraceId } from './span-ids.js'
import { readAttributeValues } from './attribute-values.js'
import { readEntryTime, type EntryTimeRules } from './entry-time.js'
import { readEnvelopeSdk } from './envelope-sdk.js'
import { inferAttributes } from './inferred-attributes.js'
import { createReleaseFilter } from './release-filter.js'
import { AttributeMap } from './attribute-map.js'

/** Columns common to log entries and measurements. */
export type EntryColumns = Pick<LogRow, keyof LogRow & keyof AppMetricRow>

/** One entry of a container. */
export interface ContainerEntry {
  /** As sent. */
  fields: Readonly<Record<string, unknown>>
  /** Values of its attributes as sent, by name. */
  values: Readonly<Record<string, unknown>>
  columns: EntryColumns
}

/**
 * Creates the reader for the entries of one container.
 * @returns A function from an entry as sent to the parsed entry, or to the reason why it cannot be stored.
 */
export function createEntryReader(payload: unknown, context: EnvelopeItemContext, rules: EntryTimeRules) {
  const { meta } = context
  const inferred = inferAttributes(payload, context)
  const sdkName = readEnvelopeSdk(context)
  const findUnwanted = createReleaseFilter(context)
  return (fields: unknown): ContainerEntry | OutcomeReason => {
    if (!isJsonObject(fields)) return rules.invalid
    const timestamp = readEntryTime(fields['timestamp'], context, rules)
    if (typeof timestamp === 'string') return timestamp
    const values = readAttributeValues(fields['attributes'])
    const origin = readOrigin(values, { service: meta.project.name, sdkName })
    const unwanted = findUnwanted(origin.release)
    if (unwanted !== undefined) return unwanted
    const columns = {
      organization_id: meta.organizationId,
      project_id: meta.project.id,
      timestamp,
      trace_id: readTraceId(fields['trace_id']) ?? '',
      span_id: readSpanId(fields['span_id']) ?? readSpanId(values['sentry.trace.parent_span_id']) ?? '',
      ...origin,
      attributes: toStoredAttributes(values, inferred, context.rules.scrubber),
      received_at: meta.receivedAt,
    }
    return { fields, values, columns }
  }
}

/** The entry's sender according to its attributes, with known values as fallback. */
function readOrigin(values: Readonly<Record<string, unknown>>, known: { service: string; sdkName: string }) {
  const { 'service.name': service, 'sentry.sdk.name': sdkName } = values
  return {
    service: cleanText(isName(service) ? service : known.service, limits.span.serviceLengthMax),
    release: readRelease(values['sentry.release']),
    environment: readEnvironment(values['sentry.environment']),
    sdk_name: isName(sdkName) ? cleanText(sdkName, limits.span.serviceLengthMax) : known.sdkName,
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Placeholder for the address that the entry came from. */
const autoAddress = '{{auto}}'

/**
 * Converts attributes to their stored form: text, bounded, without secrets and without addresses that the project
 * doesn't store.
 * @param values As sent; the first value of a key wins.
 * @param inferred Added where the entry has no value of its own.
 */
function toStoredAttributes(
  values: Readonly<Record<string, unknown>>,
  inferred: Readonly<Record<string, string>>,
  scrubber: Scrubber,
): Record<string, string> {
  const attributes = new AttributeMap()
  attributes.setAll(values['user.ip_address'] === autoAddress ? { ...values, 'user.ip_address': undefined } : values)
  attributes.setAll(inferred)
  return scrubber.scrubAttributes(attributes.toRecord())
}
