import type { Omission } from '@signalbox/contracts'
import { checkEnvelopeLimits, type BodyError, type EnvelopeItem } from '@signalbox/envelope'
import { EventLogError } from '@signalbox/event-log'
import type { IngestDependencies } from '../dependencies.js'
import { enforceQuotas, type QuotaVerdict } from '../quotas/enforce-quotas.js'
import { formatRateLimits } from '../quotas/rate-limit-header.js'
import { kindOfItem, quantityOfItem } from '../quotas/item-kinds.js'
import type { Refusal, RefusedItems } from '../refused-items/refused-items.js'
import type { Exchange } from '../requests/exchange.js'
import { rejected, type Admission } from '../sentry/admit.js'
import { appendRecord } from '../sentry/append-record.js'
import { ProtocolError } from '../requests/protocol-error.js'
import { overQuota, overRequestLimit } from '../sentry/rate-limited.js'
import type { Submission } from '../sentry/submission.js'
import { partitionKeyOf } from './partition-key.js'

export type IntakeDependencies = IngestDependencies & { refusedItems: RefusedItems }

type Reason = Pick<Refusal, 'outcome' | 'reason'>

const overRate: Reason = { outcome: 'rate_limited', reason: 'key_rate_limit' }
const overSize: Reason = { outcome: 'dropped', reason: 'too_large' }
const notQueued: Reason = { outcome: 'dropped', reason: 'log_full' }

/**
 * Decides which items of a request to keep, makes them durable, and counts the rest: in the record's headers if there
 * is a record, otherwise as refused items. The protocol defines the order:
 * 1. inactive projects and disallowed origins (403), then keys over their request limit (429),
 * 2. quotas, which may refuse single items; 429 if none are left,
 * 3. sizes of the remaining items (413),
 * 4. the log (503),
 * 5. 429 if quotas refused anything; otherwise 200, which also reports active limits.
 */
export class Intake {
  readonly #dependencies: IntakeDependencies

  constructor(dependencies: IntakeDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Resolves once everything is durable.
   * @throws ProtocolError the response. If quotas refused only some items, the others are durable by then.
   * EventLogError if nothing is durable.
   */
  async accept(exchange: Exchange, admission: Admission, submission: Submission): Promise<void> {
    const refusal = refusalOf(admission)
    if (refusal !== undefined) {
      this.#count(admission, submission.items, refusal.reason)
      throw refusal.answer
    }
    const { quotaCounters: counters, clock, reportFault } = this.#dependencies
    const verdict = await enforceQuotas({ counters, clock, reportFault }, admission.owner, submission.items)
    try {
      await this.#store(exchange, admission, { submission, verdict })
    } catch (error) {
      for (const [item, reason] of verdict.refused) this.#count(admission, [item], { outcome: 'rate_limited', reason })
      throw error
    }
    if (verdict.refused.size > 0) throw overQuota(verdict.limits)
    if (verdict.limits.length > 0) exchange.res.setHeader('X-Sentry-Rate-Limits', formatRateLimits(verdict.limits))
  }

  /**
   * Counts a body that was abandoned before it was read, as one item of kind `unknown`.
   * @param error Why it was abandoned.
   * @returns the error to respond with; objections to the sender take precedence.
   */
  refuseUnread(admission: Admission, error: BodyError): Error {
    const refusal = refusalOf(admission)
    const reason = refusal?.reason ?? overSize
    this.#dependencies.refusedItems.count({ ...ownerOf(admission), kind: 'unknown', quantity: 1, ...reason })
    return refusal?.answer ?? error
  }

  async #store(exchange: Exchange, admission: Admission, { submission, verdict }: CheckedSubmission): Promise<void> {
    const { items } = submission
    const kept = verdict.refused.size === 0 ? items : items.filter((item) => !verdict.refused.has(item))
    if (kept.length === 0 && items.length > 0) throw overQuota(verdict.limits)
    const breach = checkEnvelopeLimits({ items: kept })
    if (breach !== undefined) {
      this.#count(admission, kept, overSize)
      throw new ProtocolError(413, breach.detail)
    }
    const omitted = toOmissions(verdict)
    try {
      await appendRecord(this.#dependencies, exchange, admission, {
        ...submission,
        omitted,
        partitionKey: partitionKeyOf(submission),
      })
    } catch (error) {
      if (error instanceof EventLogError) this.#count(admission, kept, notQueued)
      throw error
    }
    const { metrics } = this.#dependencies
    for (const item of kept) metrics.countItems(kindOfItem(item), 'accepted', quantityOfItem(item))
    for (const { kind, outcome, quantity } of omitted) metrics.countItems(kind, outcome, quantity)
  }

  #count(admission: Admission, items: readonly EnvelopeItem[], reason: Reason): void {
    const owner = ownerOf(admission)
    for (const item of items) {
      const counted = { kind: kindOfItem(item), quantity: quantityOfItem(item) }
      this.#dependencies.refusedItems.count({ ...owner, ...counted, ...reason })
    }
  }
}

interface CheckedSubmission {
  submission: Submission
  verdict: QuotaVerdict
}

function refusalOf({ senderFault, rate }: Admission): { reason: Reason; answer: ProtocolError } | undefined {
  if (senderFault) return { reason: { outcome: 'dropped', reason: senderFault }, answer: rejected(senderFault) }
  return rate.exceeded ? { reason: overRate, answer: overRequestLimit(rate) } : undefined
}

function ownerOf({ owner }: Admission) {
  return { organizationId: owner.organizationId, projectId: owner.project.id }
}

/** Items the consumer must skip and count. */
function toOmissions({ refused }: QuotaVerdict): Omission[] {
  return [...refused].map(([item, reason]) => {
    const { index } = item
    return { index, kind: kindOfItem(item), outcome: 'rate_limited', reason, quantity: quantityOfItem(item) }
  })
}
