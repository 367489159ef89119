import type { EventRow } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { BatchSightings } from '../../src/batch/batch-sightings.js'
import { eventRow } from '../../../../packages/telemetry-store/test/support/sample-rows.js'

function sightingsOf(...rows: readonly Partial<EventRow>[]) {
  const sightings = new BatchSightings()
  for (const row of rows) sightings.add(eventRow(row))
  return sightings.list()
}

describe("a batch's sightings", () => {
  it('are one per fingerprint and project, with the texts and the release of its earliest event', () => {
    const [first, second, ...others] = sightingsOf(
      { timestamp: 20, release: 'late', title: 'first read' },
      { timestamp: 10, release: 'early', title: 'read later' },
      { timestamp: 15, release: 'late', project_id: 'other' },
    )
    expect(others).to.deep.equal([])
    expect(first).to.include({ firstSeenAt: 10, release: 'early', title: 'first read' })
    expect(second).to.include({ firstSeenAt: 15, projectId: 'other' })
  })

  it("contain each release's first and last receive time, latest first", () => {
    const [sighting] = sightingsOf(
      { release: 'a', received_at: 30 },
      { release: 'b', received_at: 90 },
      { release: 'a', received_at: 10 },
      { release: '', received_at: 20 },
      { release: 'a', received_at: 50 },
    )
    expect(sighting?.releases).to.deep.equal([
      { release: 'b', firstReceivedAt: 90, lastReceivedAt: 90 },
      { release: 'a', firstReceivedAt: 10, lastReceivedAt: 50 },
      { release: '', firstReceivedAt: 20, lastReceivedAt: 20 },
    ])
  })

  it('name the 50 releases that were received last', () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ release: String(index), received_at: index }))
    const [sighting] = sightingsOf(...rows)
    expect(sighting?.releases).to.have.length(50)
    expect(sighting?.releases[0]?.release).to.equal('59')
  })
})
