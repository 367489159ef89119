import { expect } from 'chai'
import { createMemoryLog } from '../../src/index.js'
import { openReader, reasonOf } from '../contract-records.js'

describe('consumers of a log with one partition per topic', () => {
  it('rejects a second consumer of a group for the same topic until the first is closed', async () => {
    const log = createMemoryLog()
    const first = await openReader(log)
    expect(await reasonOf(openReader(log))).to.equal('unavailable')
    await openReader(log, undefined, 'others')
    await first.close()
    await openReader(log)
    await log.close()
  })

  it('rejects reads of a topic that the consumer was not opened for', async () => {
    const log = createMemoryLog()
    const reader = await openReader(log)
    const failure = await reader.nextBatch('spans').catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(TypeError)
    await log.close()
  })
})
