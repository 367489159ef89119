import { openKafkaLog } from '@signalbox/event-log/kafka'
import { describeEventLog } from '../../packages/event-log/test/contract-suite.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { createCleanup } from '../support/cleanup.js'

describe('event log on Kafka', () => {
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  let storages = 0

  before(async () => {
    kafka = cleanup.add(await startKafka(), (cluster) => cluster.remove())
  })

  after(() => cleanup.run())

  describeEventLog(
    'Kafka',
    () => {
      storages += 1
      const prefix = `storage-${storages}.`
      return Promise.resolve({
        open: ({ pendingBytesMax } = {}) =>
          openKafkaLog({
            brokers: kafka.brokers,
            prefix,
            topics: { partitions: 3 },
            ...(pendingBytesMax !== undefined && { pendingBytesMax }),
          }),
        remove: () => Promise.resolve(),
      })
    },
    { hasDiskBudget: false, hasAtomicAppends: false, canCrash: false },
  )
})
