import kafkajs, { PartitionAssigners, type PartitionAssigner } from 'kafkajs'

/** How the broker calls that a group is being divided anew; the client tries again soon. */
const rebalancing = Object.assign(new Error('a batch is being stored'), {
  type: 'REBALANCE_IN_PROGRESS',
  code: 27,
  retriable: true,
})

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
        if (!isSettled()) throw new kafkajs.KafkaJSProtocolError(rebalancing)
        return assigner.protocol(subscription)
      },
    }
  }
}
