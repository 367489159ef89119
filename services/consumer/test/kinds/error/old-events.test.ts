import { dayMs } from '@signalbox/contracts'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { eventPipeline } from '../../../src/kinds/error/process-event-item.js'
import { envelopeContext } from '../../support/item-context.js'
import { receivedAt, retentionDays } from '../../support/records.js'

/** The row of an event of the given age in days, with the given retention. */
function rowOf(ageDays: number, errors: number): EventRow {
  const payload = { message: 'late', timestamp: (receivedAt - ageDays * dayMs) / 1_000 }
  const context = envelopeContext({ header: { type: 'event' }, payload })
  const result = eventPipeline.process(payload, {
    ...context,
    retentionDays: { ...retentionDays, errors },
  })
  const row = result.rows.events?.[0]
  if (row === undefined) throw new Error('no row')
  return row
}

describe('old events', () => {
  it('retain their time within the retention, up to 90 days', () => {
    const kept = rowOf(40, 90)
    expect(kept.timestamp).to.equal(receivedAt - 40 * dayMs)
    expect(kept.payload).to.not.contain('shifted')
    expect(rowOf(90, 400).timestamp).to.equal(receivedAt - 90 * dayMs)
  })

  it('count at their receive time if they would expire immediately, with a note', () => {
    for (const [ageDays, days] of [
      [40, 30],
      [91, 400],
    ] as const) {
      const shifted = rowOf(ageDays, days)
      expect(shifted.timestamp).to.equal(receivedAt)
      const { changes } = JSON.parse(shifted.payload) as { changes: unknown[] }
      expect(changes).to.deep.include({ path: 'timestamp', reason: 'shifted' })
    }
  })
})
