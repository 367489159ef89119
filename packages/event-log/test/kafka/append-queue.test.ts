import { expect } from 'chai'
import type { ProducerRecord } from 'kafkajs'
import { AppendQueue } from '../../src/kafka/append-queue.js'
import { reasonOf } from '../contract-records.js'

const bytes = 100
const message = { key: null, value: Buffer.alloc(bytes, '{'), headers: {}, partition: 0 }
const place = { topic: 'topic', partition: 0 }

/** A producer whose requests are answered manually, in order of arrival. */
class HandProducer {
  readonly requests: { record: ProducerRecord; resolve: () => void; reject: (error: Error) => void }[] = []

  send(record: ProducerRecord): Promise<void> {
    return new Promise((resolve, reject) => {
      this.requests.push({ record, resolve, reject })
    })
  }
}

describe('AppendQueue', () => {
  let producer: HandProducer
  let queue: AppendQueue
  let now: number

  beforeEach(() => {
    now = 0
    producer = new HandProducer()
    // Every append is a separate request, sent immediately.
    queue = new AppendQueue({ producer, lingerMs: 0, pendingBytesMax: 4 * bytes, requestBytes: bytes, now: () => now })
  })

  const append = () => queue.append(place, [message], bytes)
  /** Runs the callbacks of settled promises. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  it('rejects appends that waited too long behind a failed request, without sending them', async () => {
    const sent = reasonOf(append())
    const overdue = [reasonOf(append()), reasonOf(append())]
    now = 9_000
    const young = append()
    now = 10_500
    producer.requests[0]?.reject(new Error('no answer'))
    expect(await Promise.all([sent, ...overdue])).to.deep.equal(['unavailable', 'unavailable', 'unavailable'])
    await settle()
    expect(producer.requests).to.have.lengthOf(2)
    producer.requests[1]?.resolve()
    await young
  })

  it('frees the bytes of rejected appends', async () => {
    const appends = [append(), append(), append(), append()].map(reasonOf)
    expect(await reasonOf(append())).to.equal('overloaded')
    now = 20_000
    producer.requests[0]?.reject(new Error('no answer'))
    expect(await Promise.all(appends)).to.deep.equal(Array(4).fill('unavailable'))
    const again = append()
    await settle()
    producer.requests[1]?.resolve()
    await again
  })

  it('batches waiting appends into one request once the previous one is answered', async () => {
    const large = new AppendQueue({ producer, lingerMs: 0, pendingBytesMax: 10_000, requestBytes: 3 * bytes })
    const first = large.append(place, [message, message, message], 3 * bytes)
    const others = [large.append(place, [message], bytes), large.append(place, [message], bytes)]
    await settle()
    expect(producer.requests).to.have.lengthOf(1)
    producer.requests[0]?.resolve()
    await first
    await settle()
    expect(producer.requests.map(({ record }) => record.messages.length)).to.deep.equal([3, 2])
    producer.requests[1]?.resolve()
    await Promise.all(others)
  })

  it('has one request per partition in flight, concurrently with other partitions', async () => {
    const first = append()
    const second = append()
    const other = queue.append({ topic: 'topic', partition: 1 }, [{ ...message, partition: 1 }], bytes)
    await settle()
    expect(producer.requests.map(({ record }) => record.messages[0]?.partition)).to.deep.equal([0, 1])
    for (const request of producer.requests) request.resolve()
    await Promise.all([first, other])
    await settle()
    expect(producer.requests).to.have.lengthOf(3)
    producer.requests[2]?.resolve()
    await second
  })
})
