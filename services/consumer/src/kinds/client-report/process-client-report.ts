import { clientDiscard, limits } from '@signalbox/contracts'
import {
  cleanText,
  isJsonArray,
  isJsonObject,
  parseProtocolTimestamp,
  readClockDrift,
  readCount,
} from '@signalbox/sentry-events'
import { BatchLedger, type LedgerCount } from '../../batch/batch-ledger.js'
import { dropped, stored, type ItemResult } from '../../batch/item-result.js'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../../pipeline/kind-pipeline.js'
import { findTimeFault } from '../../pipeline/time-bounds.js'

const { textLengthMax, rowsMax } = limits.clientReport

/** Lists of dropped items. All mean the same; relays add to the later ones. */
const listNames = ['discarded_events', 'rate_limited_events', 'filtered_events', 'filtered_sampling_events'] as const

const controlCharacters = /\p{Cc}+/gu

/** An item of type `client_report`: what an SDK dropped before sending. */
export const clientReportPipeline: EnvelopeItemPipeline = { quantity: () => 1, process: processClientReport }

/** Bad rows are left out. The report itself counts as stored, even if nothing is left. */
function processClientReport(payload: unknown, context: EnvelopeItemContext): ItemResult {
  if (!isJsonObject(payload)) {
    return dropped('client_report', 1, 'invalid_client_report')
  }
  const { organizationId, project } = context.meta
  const scope = { organizationId, projectId: project.id, receivedAt: reportedAt(payload['timestamp'], context) }
  const ledger = new BatchLedger()
  const rows = listNames.map((name) => payload[name]).flatMap((list) => (isJsonArray(list) ? list : []))
  for (const row of rows.slice(0, rowsMax)) {
    const count = readDiscard(row)
    if (count !== undefined) ledger.add(scope, count)
  }
  return stored('client_report', 1, { outcomes: ledger.rows() })
}

/** @returns undefined if the row lacks a category, reason or number of items. */
function readDiscard(row: unknown): LedgerCount | undefined {
  if (!isJsonObject(row)) return undefined
  const kind = readWord(row['category'])
  const reason = readWord(row['reason'])
  const quantity = readCount(row['quantity']) ?? 0
  return kind === '' || reason === '' || quantity === 0 ? undefined : { kind, outcome: clientDiscard, reason, quantity }
}

/** SDKs invent reasons: any text is accepted, reduced to one line. */
function readWord(value: unknown): string {
  if (typeof value !== 'string') return ''
  return cleanText(value, textLengthMax).replace(controlCharacters, ' ').trim()
}

/** @returns When the SDK created the report, or when it arrived if that isn't plausible; Unix milliseconds. */
function reportedAt(timestamp: unknown, { meta: { receivedAt }, header }: EnvelopeItemContext): number {
  const sent = parseProtocolTimestamp(timestamp)
  if (sent === undefined) return receivedAt
  const time = Math.floor(sent + readClockDrift(receivedAt, header.sentAt))
  const bounds = { receivedAt, retentionDays: limits.retentionDays.outcomes }
  return time > receivedAt || findTimeFault(time, bounds) !== undefined ? receivedAt : time
}
