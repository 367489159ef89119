import { expect } from 'chai'
import { deadLetterMetaCodec } from '@signalbox/contracts'
import { createMemoryLog, EventLogError, type EventLog } from '@signalbox/event-log'
import type { DeadLetter } from '../../src/batch/processed-batch.js'
import { appendDeadLetters } from '../../src/store/dead-letters.js'
import { toBatch } from '../support/records.js'
import { readAll } from '../support/running-role.js'

function letter(offset: number, itemIndex: number): DeadLetter {
  return { offset, itemIndex, reason: 'pipeline_error', detail: 'broken' }
}

const record = { headers: { meta: '{}' }, value: Buffer.from('as it came'), rows: 1 }
const batch = toBatch('spans', [record, record])

describe('appendDeadLetters', () => {
  it('appends one record per item, the value with the first of its record', async () => {
    const eventLog = createMemoryLog()
    await appendDeadLetters(eventLog, batch, [letter(0, 1), letter(0, 2), letter(1, 0)])
    const records = await readAll(eventLog, 'dead-letters')
    expect(records.map(({ value }) => value.length)).to.deep.equal([10, 0, 10])
    const metas = records.map(({ headers }) => deadLetterMetaCodec.decode(headers))
    expect(metas.map(({ offset, itemIndex }) => [offset, itemIndex])).to.deep.equal([
      [0, 1],
      [0, 2],
      [1, 0],
    ])
    await eventLog.close()
  })

  it('appends nothing if there are none', async () => {
    const eventLog = createMemoryLog()
    await appendDeadLetters(eventLog, batch, [])
    expect(await readAll(eventLog, 'dead-letters')).to.deep.equal([])
    await eventLog.close()
  })

  it('omits a value that does not fit into a record with its headers', async () => {
    const sizes: number[] = []
    const refuseLarge: Pick<EventLog, 'append'> = {
      append: (_topic, records) => {
        if (records.some(({ value }) => value.length > 5)) {
          return Promise.reject(new EventLogError('too-large', 'too large'))
        }
        sizes.push(...records.map(({ value }) => value.length))
        return Promise.resolve()
      },
    }
    await appendDeadLetters(refuseLarge, batch, [letter(0, 0)])
    expect(sizes).to.deep.equal([0])
  })
})
