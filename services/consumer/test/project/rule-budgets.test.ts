import { readPreparedRows } from '../../../../packages/telemetry-store/test/support/read-prepared-rows.js'
import { defaultProjectSettings, type ProjectSettings } from '@signalbox/contracts'
import { readGroupingExplanation } from '@signalbox/sentry-events'
import { expect } from 'chai'
import { processBatch } from '../../src/process-batch.js'
import { settingsKey } from '../../src/project/batch-settings.js'
import { envelopeBody, envelopeRecord, processOptions, project, toBatch } from '../support/records.js'

const flooding = { ...project, id: 'flooding', settingsVersion: 1 }
const other = { ...project, id: 'other', settingsVersion: 1 }
const floodEvents = 100

function withRules(fingerprintRules: readonly string[], inAppRules: readonly string[] = []): ProjectSettings {
  const grouping = { fingerprint_rules: fingerprintRules.join('\n'), in_app_rules: inAppRules.join('\n') }
  return { ...defaultProjectSettings, grouping }
}

/** Slow rules, of which the last one matches. Texts that end with `//b` contain all their literals but don't match. */
const slowPatterns = Array.from({ length: 199 }, () => `path:${'**/a/*'.repeat(10)}?/b`)
const settings = new Map([
  [
    settingsKey({ projectId: flooding.id, version: 1 }),
    withRules(
      [...slowPatterns.map((pattern) => `${pattern} -> x`), 'type:Error -> flood'],
      slowPatterns.map((pattern) => `${pattern} -app`),
    ),
  ],
  [settingsKey({ projectId: other.id, version: 1 }), withRules(['type:Error -> mine'])],
])

/** No two events have a path in common. */
function recordOf(owner: typeof flooding, eventId: string) {
  const frames = [{ function: 'f', filename: `${'/a'.repeat(150)}/${eventId}//b`, in_app: true }]
  const exception = { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] }
  const payload = { event_id: eventId, timestamp: Date.UTC(2026, 10, 21) / 1_000, exception }
  return envelopeRecord(envelopeBody([{ header: { type: 'event' }, payload }], { event_id: eventId }), {
    project: owner,
  })
}

const eventId = (number: number) => number.toString(16).padStart(32, '0')

function eventsOf(inserts: Awaited<ReturnType<typeof processBatch>>['inserts']) {
  const rows = inserts.filter(({ table }) => table === 'events').flatMap(readPreparedRows)
  return rows.map(({ project_id: projectId, grouping_components: explanation }) => {
    return { projectId, ...readGroupingExplanation(String(explanation)) }
  })
}

describe('slow project rules', () => {
  const batch = {
    ...toBatch('envelopes', [
      ...Array.from({ length: floodEvents }, (_, index) => recordOf(flooding, eventId(index))),
      recordOf(other, eventId(floodEvents)),
    ]),
    settings,
  }
  it('group some of its events; the others are grouped without them and marked, without affecting other projects', async () => {
    const { inserts, skippedRules } = await processBatch(batch, processOptions)
    const grouped = eventsOf(inserts)
    const ofFlood = grouped.filter(({ projectId }) => projectId === flooding.id)
    const skipped = ofFlood.filter(({ areRulesSkipped }) => areRulesSkipped)
    expect(ofFlood).to.have.length(floodEvents)
    expect(skipped.length).to.be.within(floodEvents / 2, floodEvents - 1)
    const owner = { organizationId: 'org-1', projectId: flooding.id, projectName: flooding.name }
    expect(skippedRules).to.deep.equal([{ ...owner, events: skipped.length }])
    expect(new Set(skipped.map(({ by }) => by))).to.deep.equal(new Set(['app']))
    const [ofOther] = grouped.filter(({ projectId }) => projectId === other.id)
    expect(ofOther).to.deep.include({ by: 'rule', areRulesSkipped: false })
  })

  it('cost nothing more for texts that recur', async () => {
    const records = Array.from({ length: floodEvents }, () => recordOf(flooding, eventId(0)))
    const { skippedRules } = await processBatch({ ...toBatch('envelopes', records), settings }, processOptions)
    expect(skippedRules).to.deep.equal([])
  })

  it('group the same batch the same way again', async () => {
    const [first, second] = [await processBatch(batch, processOptions), await processBatch(batch, processOptions)]
    expect(second.inserts).to.deep.equal(first.inserts)
  })
})
