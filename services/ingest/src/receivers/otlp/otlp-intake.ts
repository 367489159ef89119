import {
  ServiceError,
  limits,
  otlpMetaCodec,
  type OtlpMeta,
  type OtlpSignal,
  type OutcomeReason,
  type TelemetryKind,
} from '@signalbox/contracts'
import type { EnvelopeItem } from '@signalbox/envelope'
import { EventLogError } from '@signalbox/event-log'
import type { OtlpFormat } from '@signalbox/otlp'
import type { IngestDependencies } from '../../dependencies.js'
import { hashOfBeginning } from '../../intake/partition-key.js'
import { enforceQuotas } from '../../quotas/enforce-quotas.js'
import type { Refusal, RefusedItems } from '../../refused-items/refused-items.js'
import type { Exchange } from '../../requests/exchange.js'
import type { ReceivedBody } from '../../requests/receive-body.js'
import { rejected } from '../../sentry/admit.js'
import { toRecordProject } from '../../sentry/append-record.js'
import { overQuota } from '../../sentry/rate-limited.js'
import type { OtlpAdmission } from './otlp-admission.js'

export type OtlpDependencies = IngestDependencies & { refusedItems: RefusedItems }

/** A request that was read and is well-formed. */
export interface OtlpSubmission {
  signal: OtlpSignal
  format: OtlpFormat
  kind: TelemetryKind
  /** Envelope item type that counts towards the same quotas. */
  itemType: string
  items: number
  body: ReceivedBody
  /** Unix milliseconds. */
  receivedAt: number
}

type Reason = Pick<Refusal, 'outcome' | 'reason'>

const userAgentLengthMax = 1_000

/**
 * Makes a request durable as received, or counts its items as refused and throws the response. Checks run in the same
 * order as in other receivers: inactive projects and disallowed origins, the key's rate limit, quotas, the log. A quota
 * refuses the whole request, because clients retry all of it or nothing.
 * @throws ProtocolError, ServiceError, EventLogError
 */
export async function acceptOtlp(
  dependencies: OtlpDependencies,
  exchange: Exchange,
  { admission, submission }: { admission: OtlpAdmission; submission: OtlpSubmission },
): Promise<void> {
  const { items, kind } = submission
  const count = (reason: Reason) => {
    if (items > 0) dependencies.refusedItems.count({ ...ownerOf(admission), kind, quantity: items, ...reason })
  }
  const { senderFault } = admission
  if (senderFault) {
    count({ outcome: 'dropped', reason: senderFault })
    throw rejected(senderFault)
  }
  if (admission.rate.exceeded) {
    count({ outcome: 'rate_limited', reason: 'key_rate_limit' })
    throw overRate(admission)
  }
  await drawForRequest(dependencies, { admission, submission }, (reason) => {
    count({ outcome: 'rate_limited', reason })
  })
  if (items === 0) return
  try {
    await append(dependencies, exchange, { admission, submission })
  } catch (error) {
    if (error instanceof EventLogError) count({ outcome: 'dropped', reason: 'log_full' })
    throw error
  }
  dependencies.metrics.countItems(kind, 'accepted', items)
}

/** Counts a body that was abandoned before it was read, as one item of kind `unknown`. */
export function countUnread({ refusedItems }: OtlpDependencies, admission: OtlpAdmission): void {
  const unread = { kind: 'unknown', quantity: 1, outcome: 'dropped', reason: 'too_large' } as const
  refusedItems.count({ ...ownerOf(admission), ...unread })
}

interface AdmittedSubmission {
  admission: OtlpAdmission
  submission: OtlpSubmission
}

/** @throws ProtocolError 429 */
async function drawForRequest(
  { quotaCounters: counters, clock, reportFault }: OtlpDependencies,
  { admission: { owner }, submission }: AdmittedSubmission,
  countRefused: (reason: OutcomeReason) => void,
): Promise<void> {
  if (owner === undefined) return
  const verdict = await enforceQuotas({ counters, clock, reportFault }, owner, toQuotaItems(submission))
  const [reason] = verdict.refused.values()
  if (reason === undefined) return
  countRefused(reason)
  throw overQuota(verdict.limits)
}

/** Counts items like containers of an envelope; one container holds a limited number of items. */
function toQuotaItems({ items, itemType, body }: OtlpSubmission): EnvelopeItem[] {
  const { itemsMax } = limits.envelope
  return Array.from({ length: Math.ceil(items / itemsMax) }, (_, index) => {
    const item_count = Math.min(itemsMax, items - index * itemsMax)
    const payload = index === 0 ? body.inflated : new Uint8Array()
    return { index, type: itemType, header: { item_count }, payload }
  })
}

async function append(
  { eventLog, metrics }: OtlpDependencies,
  { req, clientIp, writeSlot }: Exchange,
  { admission: { organizationId, owner }, submission }: AdmittedSubmission,
): Promise<void> {
  const { body, signal, format, receivedAt, items } = submission
  const { raw, encoding } = body
  const userAgent = req.headers['user-agent']
  const meta: OtlpMeta = {
    organizationId,
    receivedAt,
    encoding,
    signal,
    format,
    ...(owner !== undefined && { project: toRecordProject(owner) }),
    ...(clientIp !== undefined && { clientIp }),
    ...(userAgent !== undefined && { userAgent: userAgent.slice(0, userAgentLengthMax) }),
  }
  const bytes = raw.length
  const record = { headers: otlpMetaCodec.encode(meta), value: raw, rows: items }
  await writeSlot.begin(organizationId, bytes)
  await eventLog.append('otlp', [record], { handOver: true, partitionKey: hashOfBeginning(body.inflated) })
  metrics.countBytes('otlp', encoding, bytes)
}

function ownerOf({ organizationId, owner }: OtlpAdmission) {
  return { organizationId, projectId: owner?.project.id ?? '' }
}

function overRate({ rate: { retryAfterSeconds } }: OtlpAdmission): ServiceError {
  return new ServiceError('rate-limited', { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)) })
}
