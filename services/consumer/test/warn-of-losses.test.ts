import type { Occurrence } from '@signalbox/service-kit'
import { expect } from 'chai'
import type { ProcessedBatch } from '../src/batch/processed-batch.js'
import { noMetrics } from '../src/consumer-metrics.js'
import { warnOfLosses } from '../src/warn-of-losses.js'

const processed: ProcessedBatch = {
  inserts: [],
  deadLetters: [],
  sightings: [],
  identities: [],
  skippedRules: [],
  counts: {
    rows: 0,
    items: { stored: 0, dropped: 0, rate_limited: 0, dead_lettered: 0 },
    oldestReceivedAt: undefined,
  },
}
const report = { rowsInserted: 0, daysInserted: 0, daysPresent: 0, daysRepaired: 0 }

function warningsOf(batch: Partial<ProcessedBatch>): Occurrence[] {
  const noted: Occurrence[] = []
  const metrics = warnOfLosses(noMetrics, { note: (occurrence) => noted.push(occurrence) })
  metrics.batchStored({
    topic: 'envelopes',
    processed: { ...processed, ...batch },
    report,
    repeated: false,
    storedAt: 1,
  })
  return noted
}

describe('warnings about stored batches', () => {
  it('report dead letters by topic', () => {
    const letter = { offset: 1, itemIndex: 0, reason: 'pipeline_error', detail: 'x' } as const
    const [warning, ...others] = warningsOf({ deadLetters: [letter, letter] })
    expect(warning).to.include({ kind: 'dead_letters', subject: 'envelopes', count: 2 })
    expect(others).to.deep.equal([])
  })

  it("report events that were grouped without their project's rules to its organization", () => {
    const project = { organizationId: 'org-1', projectId: 'project-1' }
    const [warning, ...others] = warningsOf({ skippedRules: [{ ...project, projectName: 'shop', events: 7 }] })
    expect(warning).to.include({ kind: 'rules_skipped', ...project, count: 7 })
    expect(warning?.detail).to.include('"shop"')
    expect(others).to.deep.equal([])
  })

  it('are not raised otherwise', () => {
    expect(warningsOf({})).to.deep.equal([])
  })
})
