import { limits, ServiceError } from '@signalbox/contracts'

/**
 * Refuses to make more of something than there may be. To be called within the transaction that makes it.
 * @param count How many there are.
 * @param added How many are to be made.
 * @throws ServiceError `conflict`
 */
export function refuseBeyond(what: keyof typeof limits.capacity, count: number, added = 1): void {
  const { max, of, called } = limits.capacity[what]
  if (count + added <= max) return
  const detail = count >= max ? 'the maximum' : `and adding ${added} would exceed the limit of ${max}`
  throw new ServiceError('conflict', { detail: `The ${of} has ${count} ${called}, ${detail}` })
}
