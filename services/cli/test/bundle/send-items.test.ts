import { ApiError } from '@signalbox/api-client'
import { expect } from 'chai'
import type { TelemetryItem } from '../../src/bundle/bundle-line.js'
import { sendContained, sendEvents } from '../../src/bundle/send-items.js'
import type { Sender } from '../../src/bundle/sender.js'

const log = (body: string, sdk: string): TelemetryItem => ({ body, sdk_name: sdk, time_us: 1_000_000, sequence: 0 })
const dsn = 'http://key@localhost/1'

/** Accepts envelopes according to `take`, and records the texts of the logs in accepted ones. */
function createReceiver(take: (body: string) => void) {
  const taken: string[] = []
  const unused = () => Promise.reject(new Error('nothing but envelopes is sent'))
  const envelope: Sender['envelope'] = async (_dsn, body) => {
    await Promise.resolve()
    take(body)
    const { items } = JSON.parse(body.split('\n')[2] ?? '') as { items: { body: string }[] }
    taken.push(...items.map((item) => item.body))
  }
  return { taken, sender: { envelope, spans: unused, samples: unused, otlp: unused } }
}

describe("sending a bundle's items", () => {
  it('skips items that the receiver rejects permanently, without resending the others', async () => {
    const { taken, sender } = createReceiver((body) => {
      if (body.includes('"bad"')) throw new ApiError(400, 'no')
    })
    const items = [log('a', 'one'), log('b', 'two'), log('bad', 'two'), log('c', 'three')]
    await sendContained(
      sender,
      'log',
      items.map((item) => [item, dsn]),
    )
    expect(taken).to.deep.equal(['a', 'b', 'c'])
  })

  it('fails on faults unrelated to the items, instead of skipping items', async () => {
    const fault = new TypeError('terminated')
    const { sender } = createReceiver(() => {
      throw fault
    })
    const event = { event_id: 'a'.repeat(32), time_us: 1, payload: '{}' }
    expect(await sendEvents(sender, [[event, dsn]]).catch((error: unknown) => error)).to.equal(fault)
    expect(await sendContained(sender, 'log', [[log('a', ''), dsn]]).catch((error: unknown) => error)).to.equal(fault)
  })

  it('skips items that cannot be written', async () => {
    const { taken, sender } = createReceiver(() => undefined)
    await sendEvents(sender, [[{ event_id: 'a', time_us: 1, payload: '{cut off' }, dsn]])
    expect(taken).to.deep.equal([])
  })
})
