import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryLog, type LogRecordInput } from '@signalbox/event-log'
import { expect } from 'chai'
import { moveDeadLetters } from '../../src/promote/move-dead-letters.js'

const letter = (name: string): LogRecordInput => ({ headers: { name }, value: Buffer.from(name), rows: 1 })

describe('moveDeadLetters', () => {
  let directory: string
  const noteFile = () => join(directory, 'note.json')

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-letters-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  async function namesIn(log: ReturnType<typeof createMemoryLog>): Promise<(string | undefined)[]> {
    const request = { topic: 'dead-letters', partition: 0, from: 0, recordsMax: 5_000, bytesMax: 1e9 } as const
    return (await log.readRange(request)).records.map(({ headers }) => headers['name'])
  }

  it('moves every dead letter once, in order, however many there are', async () => {
    const [from, to] = [createMemoryLog(), createMemoryLog()]
    const names = Array.from({ length: 1_203 }, (_, index) => `letter ${index}`)
    await from.append('dead-letters', names.map(letter))
    expect(await moveDeadLetters({ from, to, noteFile: noteFile() })).to.equal(1_203)
    expect(await namesIn(to)).to.deep.equal(names)
  })

  it('resumes after a rejection by the new log, and with new dead letters', async () => {
    const [from, to] = [createMemoryLog(), createMemoryLog()]
    const names = Array.from({ length: 1_203 }, (_, index) => `letter ${index}`)
    await from.append('dead-letters', names.map(letter))
    let appends = 0
    const failing = {
      append: async (...args: Parameters<typeof to.append>) => {
        appends += 1
        if (appends === 2) throw new Error('the brokers are away')
        await to.append(...args)
      },
    }
    const failure = await moveDeadLetters({ from, to: failing, noteFile: noteFile() }).catch((error: unknown) => error)
    expect(failure).to.have.property('message', 'the brokers are away')
    await from.append('dead-letters', [letter('late')])
    await moveDeadLetters({ from, to, noteFile: noteFile() })
    expect(await moveDeadLetters({ from, to, noteFile: noteFile() })).to.equal(0)
    expect(await namesIn(to)).to.deep.equal([...names, 'late'])
  })

  it('does nothing if there are none', async () => {
    const log = createMemoryLog()
    expect(await moveDeadLetters({ from: createMemoryLog(), to: log, noteFile: noteFile() })).to.equal(0)
    expect(await namesIn(log)).to.deep.equal([])
  })
})
