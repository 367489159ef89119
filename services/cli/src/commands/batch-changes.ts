import { limits, type ChangeItem } from '@signalbox/contracts'

/** Room for the fields that are added to each change, and for the frame of the request. */
const reserveBytes = 64 * 1024

/** Groups changes into requests that a server takes: by number and by size. */
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
