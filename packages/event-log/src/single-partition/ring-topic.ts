import type { Topic } from '@signalbox/contracts'

/** Whether a full topic deletes its oldest records, consumed or not, instead of refusing new ones. */
export function isRing(topic: Topic): boolean {
  return topic === 'dead-letters'
}
