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
 * Decides what of a request is kept, makes that durable, and counts the rest: in the header of the record when there is
 * one, else as refused items. The order is the protocol's:
 * 1. inactive projects and foreign origins (403), and keys over their request limit (429),
 * 2. quotas, which refuse single items; 429 when nothing is left,
 * 3. sizes of what is left (413),
 * 4. the log (503),
 * 5. 429 when quotas refused something; else the limits that are active ride on the 200.
 */
export class Intake {
  readonly #dependencies: IntakeDependencies

  constructor(dependencies: IntakeDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Returns when everything is durable.
   * @throws ProtocolError the answer. When quotas refused a part only, the rest is durable by then. EventLogError,
   *   when nothing is.
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
   * Counts a body that was given up before it was read: one item of kind `unknown`.
   * @param error Why it was given up.
   * @returns the answer: what speaks against the sender goes first.
   */
  refuseUnread(admission: Admission, error: BodyError): Error {
    const refusal = refusalOf(admission)
    const reason = refusal?.reason ?? overSize
    this.#dependencies.refusedItems.count({ ...ownerOf(admission), kind: 'unknown', quantity: 1, ...reason })
    return refusal?.answer ?? error
  }

  async #store(exchange: Exchange, admission: Admission, { submission, verdict }: JudgedSubmission): Promise<void> {
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

interface JudgedSubmission {
  submission: Submission
  verdict: QuotaVerdict
}

function refusalOf({ objection, rate }: Admission): { reason: Reason; answer: ProtocolError } | undefined {
  if (objection) return { reason: { outcome: 'dropped', reason: objection }, answer: rejected(objection) }
  return rate.exceeded ? { reason: overRate, answer: overRequestLimit(rate) } : undefined
}

function ownerOf({ owner }: Admission) {
  return { organizationId: owner.organizationId, projectId: owner.project.id }
}

/** What the consumer is to leave out of the record, and to count. */
function toOmissions({ refused }: QuotaVerdict): Omission[] {
  return [...refused].map(([item, reason]) => {
    const { index } = item
    return { index, kind: kindOfItem(item), outcome: 'rate_limited', reason, quantity: quantityOfItem(item) }
  })
}
