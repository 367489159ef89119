import { PartitionAssigners, type PartitionAssigner } from 'kafkajs'
import { rebalancing } from './kafka-failure.js'

/**
 * Assigns partitions to consumers round-robin. A consumer that is storing a batch rejoins only when it is done, so that
 * nobody else gets its partition while rows are in flight. `protocol` is the only step of joining at which the client
 * calls back.
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
