import type { OutcomeReason } from '@signalbox/contracts'
import type { EnvelopeItem } from '@signalbox/envelope'
import type { Clock, DsnKeyOwner } from '@signalbox/service-kit'
import { byteCategories, usageOfItem, type Usage } from './item-usage.js'
import { quotasOf, type OwnerQuota } from './owner-quotas.js'
import type { QuotaCounters, QuotaDraw, QuotaWindow } from './quota-counters.js'
import type { ActiveLimit } from './rate-limit-header.js'

/** Outcome of checking an envelope against quotas. */
export interface QuotaVerdict {
  /** Refused items with the reason. */
  refused: ReadonlyMap<EnvelopeItem, OutcomeReason>
  /** Exhausted quotas, whether or not they affected an item of this envelope; the project's first. */
  limits: readonly ActiveLimit[]
}

export interface QuotaDependencies {
  counters: QuotaCounters
  clock: Clock
  reportFault: (error: unknown, message: string) => void
}

const nothing: QuotaVerdict = { refused: new Map(), limits: [] }

/** Dependent items are worthless without these. */
const eventLikeTypes: ReadonlySet<string> = new Set([
  'event',
  'transaction',
  'feedback',
  'raw_security',
  'security',
  'unreal_report',
])
const dependentTypes: ReadonlySet<string> = new Set(['attachment', 'profile'])

/**
 * Charges the items of an envelope to the quotas of its key: independent items first, then attachments and profiles,
 * which are refused together with their event and then cost nothing. If the counters fail, everything is accepted.
 */
export async function enforceQuotas(
  dependencies: QuotaDependencies,
  owner: DsnKeyOwner,
  items: readonly EnvelopeItem[],
): Promise<QuotaVerdict> {
  const quotas = quotasOf(owner)
  if (quotas.length === 0) return nothing
  try {
    return await new EnvelopeDraw(dependencies, quotas).draw(items)
  } catch (error) {
    dependencies.reportFault(error, 'quotas could not be counted; requests are accepted')
    return nothing
  }
}

class EnvelopeDraw {
  readonly #dependencies: QuotaDependencies
  readonly #quotas: readonly OwnerQuota[]
  readonly #refused = new Map<EnvelopeItem, OutcomeReason>()
  /** When the windows of exhausted quotas end, in Unix milliseconds. */
  readonly #endsAt = new Map<OwnerQuota, number>()

  constructor(dependencies: QuotaDependencies, quotas: readonly OwnerQuota[]) {
    this.#dependencies = dependencies
    this.#quotas = quotas
  }

  async draw(items: readonly EnvelopeItem[]): Promise<QuotaVerdict> {
    const dependents = items.filter(({ type }) => dependentTypes.has(type))
    // The first draw has amount 0: it finds out which quotas were already exhausted.
    const asked = { item: undefined, parts: this.#quotas.map((quota) => ({ quota, amount: 0 })) }
    const others = items.filter(({ type }) => !dependentTypes.has(type))
    await this.#take([asked, ...others.map((item) => this.#drawOf(item))])
    if (this.#isEventRefused(items)) for (const item of dependents) this.#refused.set(item, 'event_rate_limited')
    else if (dependents.length > 0) await this.#take(dependents.map((item) => this.#drawOf(item)))
    return { refused: this.#refused, limits: this.#activeLimits() }
  }

  #isEventRefused(items: readonly EnvelopeItem[]): boolean {
    const events = items.filter(({ type }) => eventLikeTypes.has(type))
    return events.length > 0 && events.every((event) => this.#refused.has(event))
  }

  async #take(draws: readonly ItemDraw[]): Promise<void> {
    const answers = await this.#dependencies.counters.take(draws.map(({ parts }) => parts.map(toQuotaDraw)))
    for (const [index, draw] of draws.entries()) this.#judge(draw, answers[index] ?? [])
  }

  #judge({ item, parts }: ItemDraw, windows: readonly QuotaWindow[]): void {
    for (const [index, { quota }] of parts.entries()) {
      const window = windows[index]
      if (window?.isOver !== true) continue
      this.#endsAt.set(quota, window.endsAt)
      if (item !== undefined) this.#refused.set(item, 'quota')
    }
  }

  #drawOf(item: EnvelopeItem): ItemDraw {
    const usages = usageOfItem(item)
    const parts = this.#quotas.flatMap((quota) => {
      const covered = usages.filter((usage) => covers(quota, usage))
      const amount = covered.reduce((sum, usage) => sum + usage.amount, 0)
      return covered.length === 0 ? [] : [{ quota, amount }]
    })
    return { item, parts }
  }

  #activeLimits(): ActiveLimit[] {
    const now = this.#dependencies.clock()
    return this.#quotas.flatMap((quota) => {
      const endsAt = this.#endsAt.get(quota)
      if (endsAt === undefined) return []
      return [{ quota, retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now) / 1_000)) }]
    })
  }
}

interface ItemDraw {
  item: EnvelopeItem | undefined
  parts: readonly DrawPart[]
}

interface DrawPart {
  quota: OwnerQuota
  amount: number
}

function toQuotaDraw({ quota: { key, windowMs, limit }, amount }: DrawPart): QuotaDraw {
  return { key, windowMs, limit, amount }
}

/** A quota for all categories counts items only: bytes and items cannot be added up. */
function covers({ categories }: OwnerQuota, { category }: Usage): boolean {
  return categories.length === 0 ? !byteCategories.has(category) : categories.includes(category)
}
