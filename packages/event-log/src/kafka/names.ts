import type { Topic } from '@signalbox/contracts'
import type { KafkaLogOptions } from './kafka-log-options.js'

type Prefixed = Pick<KafkaLogOptions, 'prefix'>

/** Topic name in the cluster. */
export function topicName({ prefix = 'signalbox.' }: Prefixed, topic: Topic): string {
  return `${prefix}${topic}`
}

/** Consumer group name in the cluster. */
export function groupName({ prefix = 'signalbox.' }: Prefixed, group: string): string {
  return `${prefix}${group}`
}
