import type { FilterSettings } from '@signalbox/contracts'
import { isNetwork } from './networks.js'

/** A filter pattern that can never match. */
export interface FilterFault {
  /** JSON pointer within the filter settings: `/ip_addresses/0`. */
  pointer: string
  detail: string
}

/**
 * Finds faults that the schema cannot catch: invalid addresses and networks.
 * @returns an empty list if all entries are valid.
 */
export function findFilterFaults(settings: FilterSettings): FilterFault[] {
  return settings.ip_addresses.flatMap((pattern, index) =>
    isNetwork(pattern)
      ? []
      : [{ pointer: `/ip_addresses/${index}`, detail: 'must be an IP address or a network such as 10.0.0.0/8' }],
  )
}
