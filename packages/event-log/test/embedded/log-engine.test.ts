import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { LogEngine } from '../../src/embedded/log-engine.js'
import type { LogAnswer } from '../../src/embedded/protocol.js'

describe('LogEngine', () => {
  let directory = ''

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-log-engine-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('closes in the round that also took a write', async () => {
    const answers: LogAnswer[] = []
    await new Promise<void>((resolve) => {
      const engine = new LogEngine({ send: (sent) => answers.push(...sent), onClosed: resolve })
      const limits = { diskBytesMax: 1e6, deadLetterBytesMax: 1e6, filePagesMax: undefined }
      engine.receive([{ id: 1, kind: 'open', directory, ...limits }])
      setImmediate(() => {
        engine.receive([
          { id: 2, kind: 'join', topic: 'envelopes', group: 'consumers' },
          { id: 3, kind: 'close' },
        ])
      })
    })
    // Whatever the round does after its last answer, it does within its own tick.
    await new Promise((resolve) => setImmediate(resolve))
    expect(answers.map(({ id }) => id)).to.have.members([1, 2, 3])
  })
})
