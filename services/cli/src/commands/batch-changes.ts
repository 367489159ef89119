import { limits, type ChangeItem } from '@signalbox/contracts'

/** Reserve for the fields that are added to each change and for the request's framing. */
const reserveBytes = 64 * 1024

/** Groups changes into requests within the server's limits on number and size. */
export async function* batchChanges(changes: AsyncIterable<ChangeItem>): AsyncGenerator<ChangeItem[]> {
  let batch: ChangeItem[] = []
  let bytes = 0
  for await (const change of changes) {
    const size = Buffer.byteLength(JSON.stringify(change)) + 1
    const isFull = batch.length === limits.change.itemsMax || bytes + size > limits.body.jsonBytesMax - reserveBytes
    if (isFull && batch.length > 0) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(change)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
