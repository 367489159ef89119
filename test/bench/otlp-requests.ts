import { limits, otlpMetaCodec, type OtlpSignal } from '@signalbox/contracts'
import { processBatch } from '@signalbox/consumer'
import { startOurs, type LoadItem } from './peers/signalbox.js'
import { median } from './report.js'
import { storeLoad, type RequestLoad } from './store-load.js'

const storedRounds = 5
const connections = 8

/** Processes the requests in this thread, up to encoded rows. */
export function toRows({ bodies, items }: RequestLoad, signal: OtlpSignal) {
  const headers = otlpMetaCodec.encode({
    organizationId: 'organization',
    receivedAt: Date.now(),
    encoding: 'identity',
    signal,
    format: 'protobuf',
  })
  const records = bodies.map((value, offset) => ({ offset, rows: items / bodies.length, headers, value }))
  const batch = { topic: 'otlp', partition: 0, start: 0, end: records.length, records, repeated: false } as const
  return processBatch(batch, { retentionDays: limits.retentionDays })
}

/**
 * Sends one load after the other to an installation and waits until each is stored. The first round compiles and is not counted.
 * @returns the median of items stored per second, from the first request of a load.
 */
export async function measureStored(
  item: LoadItem,
  createLoad: (round: number) => RequestLoad | Promise<RequestLoad>,
): Promise<number> {
  const ours = await startOurs(item)
  try {
    const values: number[] = []
    for (let round = 0; round <= storedRounds; round += 1) {
      const { storedPerSecond } = await storeLoad(ours, await createLoad(round), connections)
      if (round > 0) values.push(storedPerSecond)
    }
    return median(values)
  } finally {
    await ours.stop()
  }
}
