import type { Topic } from '@signalbox/contracts'

/** Whether the topic keeps its newest records, whatever is consumed, instead of refusing new ones. */
export function isRing(topic: Topic): boolean {
  return topic === 'dead-letters'
}
