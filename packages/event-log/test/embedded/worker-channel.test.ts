import { expect } from 'chai'
import { setImmediate as nextTick } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { WorkerChannel } from '../../src/embedded/worker-channel.js'
import type { EventLogError } from '../../src/index.js'
import { reasonOf } from '../contract-records.js'

function channelTo(code: string): { worker: Worker; channel: WorkerChannel; fault: Promise<EventLogError> } {
  const worker = new Worker(code, { eval: true })
  let channel: WorkerChannel | undefined
  const fault = new Promise<EventLogError>((resolve) => {
    channel = new WorkerChannel({ worker, onFault: resolve })
  })
  return { worker, channel: channel!, fault }
}

describe('worker channel', () => {
  it('rejects all pending and later calls as unavailable if the worker dies, and reports the fault', async () => {
    const { channel, fault } = channelTo(`require('worker_threads').parentPort.on('message', () => process.exit(1))`)
    const outstanding = [1, 2].map(() => reasonOf(channel.send({ kind: 'lag', group: 'readers' }).answer))
    expect(await Promise.all(outstanding)).to.deep.equal(['unavailable', 'unavailable'])
    expect((await fault).reason).to.equal('unavailable')
    expect(await reasonOf(channel.send({ kind: 'lag', group: 'readers' }).answer)).to.equal('unavailable')
  })

  it("reports the worker's exception as the cause", async () => {
    const { channel, fault } = channelTo(
      `require('worker_threads').parentPort.on('message', () => { throw new Error('broken') })`,
    )
    expect(await reasonOf(channel.send({ kind: 'lag', group: 'readers' }).answer)).to.equal('unavailable')
    expect((await fault).message).to.include('broken')
  })

  /** Answers all lags in one message once the last one has arrived, and then does something else. */
  const answering = (count: number, then: string) => `
    const { parentPort: port } = require('worker_threads')
    const done = []
    port.on('message', ({ requests }) => {
      done.push(...requests.map(({ id }) => id))
      if (done.length < ${count}) return
      port.postMessage({ done, answers: [] })
      ${then}
    })`

  it('delivers the answers of one message in several ticks, in order', async () => {
    const { worker, channel } = channelTo(answering(100, ''))
    const delivered: number[] = []
    const lags = Array.from({ length: 100 }, (_, index) =>
      channel.send({ kind: 'lag', group: 'readers' }).answer.then(() => delivered.push(index)),
    )
    await lags[0]
    await nextTick()
    const early = delivered.length
    await Promise.all(lags)
    await worker.terminate()
    expect(early).to.be.within(1, 50)
    expect(delivered).to.deep.equal([...delivered].sort((one, other) => one - other))
  })

  it('delivers every answer that arrived before the worker died', async () => {
    const { channel, fault } = channelTo(answering(100, 'setTimeout(() => process.exit(1))'))
    const lags = Array.from({ length: 100 }, () => channel.send({ kind: 'lag', group: 'readers' }).answer)
    await Promise.all(lags)
    expect((await fault).reason).to.equal('unavailable')
  })
})
