import type { LedgerKind, OutcomeReason } from '@signalbox/contracts'
import type { EnvelopeItem } from '@signalbox/envelope'
import { isJsonObject } from '@signalbox/sentry-events'
import { dropped, type ItemResult } from '../batch/item-result.js'
import { itemCountOf } from '../pipeline/item-count.js'

/** Identifies the containers of one kind. */
export interface ContainerForm {
  kind: LedgerKind
  /** Exact `content_type` in the item's header. */
  contentType: string
  /** Reason for anything unreadable: an entry or the complete container. */
  invalid: OutcomeReason
}

/** The entries as sent, at least one; or the result of a container without any. */
export type ContainerReading = { ok: true; entries: readonly unknown[] } | { ok: false; result: ItemResult }

/** True if the item's header declares a container of this form. */
export function isContainer({ header }: EnvelopeItem, { contentType }: ContainerForm): boolean {
  return header['content_type'] === contentType
}

/**
 * Opens a container. One of a different form, or whose number of entries doesn't match its header, is dropped
 * completely and counted by the number in the header.
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
