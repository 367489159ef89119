import { expect } from 'chai'
import { Worker } from 'node:worker_threads'
import { WorkerChannel } from '../../src/embedded/worker-channel.js'
import type { EventLogError } from '../../src/index.js'
import { reasonOf } from '../contract-records.js'

function channelTo(code: string): { channel: WorkerChannel; fault: Promise<EventLogError> } {
  const worker = new Worker(code, { eval: true })
  let channel: WorkerChannel | undefined
  const fault = new Promise<EventLogError>((resolve) => {
    channel = new WorkerChannel({ worker, onFault: resolve })
  })
  return { channel: channel!, fault }
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
})
