import { PartitionAssigners, type PartitionAssigner } from 'kafkajs'
import { rebalancing } from './kafka-failure.js'

/**
 * Divides partitions in turns among consumers. A consumer that is about to store a batch joins the new division only
 * when that is done, so that nobody else gets its partition while rows are on their way; it is the only step of
 * joining at which the client asks.
 * @param isSettled Whether nothing is being stored.
 */
export function createSettlingAssigner(isSettled: () => boolean): PartitionAssigner {
  return (config) => {
    const assigner = PartitionAssigners.roundRobin(config)
    return {
      ...assigner,
      protocol: (subscription) => {
        if (!isSettled()) throw rebalancing('a batch is still being stored')
        return assigner.protocol(subscription)
      },
    }
  }
}
