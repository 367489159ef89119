import { limits, ServiceError } from '@signalbox/contracts'

/**
 * Refuses to exceed a capacity limit. Call it in the transaction that inserts the items.
 * @param count Number of existing items.
 * @param added Number of items to insert.
 * @throws ServiceError `conflict`.
 */
export function enforceCapacity(what: keyof typeof limits.capacity, count: number, added = 1): void {
  const { max, of, called } = limits.capacity[what]
  if (count + added <= max) return
  const detail = count >= max ? 'the maximum' : `and adding ${added} would exceed the limit of ${max}`
  throw new ServiceError('conflict', { detail: `The ${of} has ${count} ${called}, ${detail}` })
}
