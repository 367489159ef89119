import { consumerGroup } from '@signalbox/consumer'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { expect } from 'chai'
import { eventually } from '../eventually.js'
import type { DistributedSignalbox } from './distributed-signalbox.js'

/** Consumer lag of an installation, as reported by the brokers. */
export interface InstallationLag {
  /** Number of unprocessed records in all topics. */
  read(): Promise<number>
  /** Resolves when no record is unprocessed. */
  waitUntilNone(): Promise<void>
  close(): Promise<void>
}

const drainedWithinMs = 180_000

export async function openInstallationLag({ kafka }: DistributedSignalbox): Promise<InstallationLag> {
  const log = await openKafkaLog({ brokers: kafka.brokers })
  const read = async () => {
    const lags = await log.lag(consumerGroup)
    expect(lags, 'partitions of which something is stored').to.have.length.above(0)
    return lags.reduce((sum, { records }) => sum + records, 0)
  }
  return {
    read,
    waitUntilNone: () =>
      eventually(async () => expect(await read(), 'records that wait').to.equal(0), {
        withinMs: drainedWithinMs,
        everyMs: 250,
      }).then(() => undefined),
    close: () => log.close(),
  }
}
