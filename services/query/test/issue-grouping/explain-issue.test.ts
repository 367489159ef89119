import { createId, readIssueGrouping } from '@signalbox/contracts'
import { expect } from 'chai'
import { directoryOf } from '../support/issue-directory.js'
import { openService } from '../support/query-service.js'
import { hexId, secondsAgo } from '../support/rows.js'
import { exception, storedEvent } from './stored-event.js'

const issueId = createId()

async function openWithIssue(fingerprints: string[]) {
  const owner = { organizationId: '' }
  const service = await openService({ issues: directoryOf(owner, [{ id: issueId, fingerprints }]) })
  owner.organizationId = service.organizationId
  return service
}

describe('GET /api/v1/issues/{issue_id}/grouping/', () => {
  it('explains each fingerprint by its newest event', async () => {
    const newest = storedEvent(1, exception('TypeError', 'x is undefined', 'addItem'))
    const older = storedEvent(2, exception('TypeError', 'y is undefined', 'addItem'), { times_seen: 4 })
    expect(older.fingerprint).to.equal(newest.fingerprint)
    const service = await openWithIssue([newest.fingerprint, hexId(32, 99)])
    await service.seed('events', [older, newest])
    const { body } = await service.get(readIssueGrouping, {}, { issue_id: issueId })
    expect(body.issue_id).to.equal(issueId)
    const [first, second] = body.fingerprints
    expect(first).to.deep.include({
      fingerprint: newest.fingerprint,
      events: 5,
      first_seen: new Date(secondsAgo(62)).toISOString(),
      last_seen: new Date(secondsAgo(61)).toISOString(),
      sample_event_id: newest.event_id,
      grouping_version: newest.grouping_version,
      by: 'app',
      rule: null,
      frames: [{ function: 'addItem', place: 'shop.cart', why: null, line: null }],
      older_frames: 0,
      rules_skipped: false,
    })
    expect(JSON.stringify(first?.components)).to.contain('TypeError')
    expect(second).to.deep.equal({
      fingerprint: hexId(32, 99),
      events: 0,
      first_seen: null,
      last_seen: null,
      sample_event_id: null,
      grouping_version: null,
      by: null,
      rule: null,
      components: [],
      frames: [],
      older_frames: 0,
      rules_skipped: false,
    })
  })

  it('omits events whose explanation cannot be read', async () => {
    const stored = storedEvent(1, exception('TypeError', '', 'addItem'), { grouping_components: 'app' })
    const service = await openWithIssue([stored.fingerprint])
    await service.seed('events', [stored])
    const { body } = await service.get(readIssueGrouping, {}, { issue_id: issueId })
    expect(body.fingerprints[0]).to.deep.include({ events: 1, by: null, components: [] })
  })

  it("counts only the organization's own events", async () => {
    const stored = storedEvent(1, exception('TypeError', '', 'addItem'))
    const [ours, theirs] = await Promise.all([openWithIssue([stored.fingerprint]), openService()])
    await theirs.seed('events', [stored])
    const { body } = await ours.get(readIssueGrouping, {}, { issue_id: issueId })
    expect(body.fingerprints[0]).to.include({ events: 0 })
  })

  it('answers 404 for an unknown issue, and 400 for an invalid id', async () => {
    const service = await openWithIssue([])
    expect((await service.get(readIssueGrouping, {}, { issue_id: createId() })).status).to.equal(404)
    expect((await service.get(readIssueGrouping, {}, { issue_id: 'abc' })).status).to.equal(400)
  })
})
