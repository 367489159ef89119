import type { FilterSettings } from '@signalbox/contracts'
import { isNetwork } from './networks.js'

/** A pattern that can never match. */
export interface FilterFault {
  /** JSON pointer within the filter settings: `/ip_addresses/0`. */
  pointer: string
  detail: string
}

/** Finds what the schema cannot: addresses and networks that are none. @returns an empty list when all is well. */
export function findFilterFaults(settings: FilterSettings): FilterFault[] {
  return settings.ip_addresses.flatMap((pattern, index) =>
    isNetwork(pattern)
      ? []
      : [{ pointer: `/ip_addresses/${index}`, detail: 'must be an IP address or a network such as 10.0.0.0/8' }],
  )
}
