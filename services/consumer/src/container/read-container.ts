import type { LedgerKind, OutcomeReason } from '@signalbox/contracts'
import type { EnvelopeItem } from '@signalbox/envelope'
import { isJsonObject } from '@signalbox/sentry-events'
import { dropped, type ItemResult } from '../batch/item-result.js'
import { itemCountOf } from '../pipeline/item-count.js'

/** What the containers of one kind are known by. */
export interface ContainerForm {
  kind: LedgerKind
  /** The `content_type` of the item's header, exactly. */
  contentType: string
  /** Reason of what cannot be read: an entry, or the container as a whole. */
  invalid: OutcomeReason
}

/** The entries as they were sent, at least one; or what becomes of a container without any. */
export type ContainerReading = { ok: true; entries: readonly unknown[] } | { ok: false; result: ItemResult }

/** Whether the item says that it is a container of this form. */
export function isContainer({ header }: EnvelopeItem, { contentType }: ContainerForm): boolean {
  return header['content_type'] === contentType
}

/**
 * Opens a container. One of another form, or one that does not hold as many entries as its header says, is dropped
 * whole, by the number that the header says.
 */
export function readContainer(payload: unknown, item: EnvelopeItem, form: ContainerForm): ContainerReading {
  const refuse = (reason: OutcomeReason): ContainerReading => ({
    ok: false,
    result: dropped(form.kind, itemCountOf(item), reason),
  })
  const entries: unknown = isJsonObject(payload) ? payload['items'] : undefined
  if (!isContainer(item, form) || !Array.isArray(entries)) {
    return refuse(form.invalid)
  }
  if (entries.length !== item.header['item_count']) {
    return refuse('invalid_item_count')
  }
  return entries.length === 0 ? refuse(form.invalid) : { ok: true, entries }
}
