import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Topic } from '@signalbox/contracts'
import { expect } from 'chai'
import { LogEngine } from '../../src/embedded/log-engine.js'
import { packAppends, unpackAppends } from '../../src/embedded/pack-appends.js'
import type { LogResponse, Numbered, WorkerRequest } from '../../src/embedded/protocol.js'

describe('LogEngine', () => {
  let directory = ''

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-log-engine-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  /** Passes the requests to a new engine in one round. @returns its messages until it closed, in order. */
  async function answer(...requests: Numbered<WorkerRequest>[]): Promise<LogResponse[][]> {
    const sent: LogResponse[][] = []
    await new Promise<void>((resolve) => {
      const engine = new LogEngine({ send: (answers) => sent.push(answers), onClosed: resolve })
      const limits = { diskBytesMax: 1e6, deadLetterBytesMax: 1e6, fileBytesMax: 1e6 }
      engine.receive([{ id: 1, kind: 'open', directory, ...limits }])
      setImmediate(() => {
        engine.receive([...requests, { id: 99, kind: 'close' }])
      })
    })
    // Everything the round does after its last answer happens in the same tick.
    await new Promise((resolve) => setImmediate(resolve))
    return sent
  }
  const idsOf = (answers: readonly LogResponse[]) => answers.map(({ id }) => id)

  it('closes in the same round as a write', async () => {
    const sent = await answer({ id: 2, kind: 'join', topic: 'envelopes', group: 'consumers' })
    expect(idsOf(sent.flat())).to.have.members([1, 2, 99])
  })

  it("acknowledges each topic's writes when they are durable, the smallest first", async () => {
    const append = (id: number, topic: Topic, bytes: number): Numbered<WorkerRequest> => {
      const records = [{ headers: '', value: new Uint8Array(bytes), rows: 1, bytes }]
      const append = { id, kind: 'append' as const, topic, records, bytes, appendedAt: 0 }
      return unpackAppends(packAppends([{ append, handOver: false }]).packed)[0]!
    }
    const sent = await answer(append(2, 'envelopes', 100_000), append(3, 'envelopes', 10), append(4, 'spans', 1_000))
    expect(sent.map(idsOf)).to.deep.equal([[1], [4], [2, 3], [99]])
  })

  it('says that a lag may change without a write as long as there may be something to delete', async () => {
    const lag = (id: number): Numbered<WorkerRequest> => ({ id, kind: 'lag', group: 'consumers' })
    const steadiness = async (...requests: Numbered<WorkerRequest>[]) => {
      const answers = (await answer(...requests)).flat()
      return answers.flatMap(({ lag: answered }) => answered?.isSteady ?? [])
    }
    expect(await steadiness({ id: 2, kind: 'join', topic: 'envelopes', group: 'consumers' }, lag(3))).to.deep.equal([
      false,
    ])
    expect(await steadiness(lag(2))).to.deep.equal([true])
  })
})
