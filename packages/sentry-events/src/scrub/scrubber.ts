import type { ScrubbingSettings } from '@signalbox/contracts'
import type { NormalEvent } from '../normal-event.js'
import { Changes, type Place } from '../normalize/changes.js'
import { removeAddressAttributes, removeAddresses } from './addresses.js'
import { createBagScrubber } from './bag-scrubber.js'
import { mapFields } from './map-changed.js'
import { scrubParts } from './scrub-parts.js'

/**
 * Removes secrets and personal data according to a project's settings. Pure: the input is not modified, and is returned
 * itself if nothing is removed. Idempotent. Time is linear in the length of the texts.
 */
export interface Scrubber {
  /** The scrubbed event; each removal is recorded in `changes`. */
  scrubEvent(event: NormalEvent): NormalEvent
  /** Scrubs attributes of spans, logs and metrics by names and values. */
  scrubAttributes(attributes: Readonly<Record<string, string>>): Record<string, string>
  /** Scrubs free text such as the body of a log entry. */
  scrubText(text: string): string
  /** Returns the empty text if addresses are not stored. */
  scrubIpAddress(address: string): string
}

/** Compiles the settings once for many items. */
export function createScrubber(settings: ScrubbingSettings): Scrubber {
  const { enabled, messages = true, store_ip_addresses: keepsAddresses } = settings
  const bags = createBagScrubber(settings)
  const scrubMessage = (text: string, place: Place) => (messages ? bags.scrubMessage(text, place) : text)
  return {
    scrubEvent(event) {
      const changes = new Changes(event.changes)
      const withoutAddresses = keepsAddresses ? event : removeAddresses(event, changes)
      const scrubbed = enabled ? scrubParts(withoutAddresses, { bags, scrubMessage }, changes) : withoutAddresses
      return scrubbed === event ? event : { ...scrubbed, changes: changes.list }
    },
    scrubAttributes(attributes) {
      const kept = keepsAddresses ? attributes : removeAddressAttributes(attributes)
      return enabled ? mapFields(kept, bags.scrubTextField) : kept
    },
    scrubText: (text) => (enabled && messages ? bags.scrubProse(text) : text),
    scrubIpAddress: (address) => (keepsAddresses ? address : ''),
  }
}
