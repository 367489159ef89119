import { readEvent } from '@signalbox/contracts'
import { expect } from 'chai'
import { projectId, projectNumber } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { attachment, event, feedback, hexId, secondsAgo } from '../support/rows.js'

describe('event detail', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  const get = (number: number, query: Record<string, string | number> = {}) =>
    service.get(readEvent, query, { event_id: hexId(32, number) })

  it('returns everything known about the event', async () => {
    const payload = { event_id: hexId(32, 1), extra: { a: [1, { b: null }] }, changes: { '/user': 'removed' } }
    await service.seed('events', [
      event({
        exception_type: 'TypeError',
        title: 'TypeError: x',
        culprit: 'checkout in shop.js',
        fingerprint: hexId(32, 0xf),
        grouping_version: 'signalbox:1',
        grouping_components: JSON.stringify({ by: 'app', components: [['type', 'TypeError']] }),
        times_seen: 3,
        received_at: secondsAgo(59),
        user: '{"id":"42"}',
        tags: { browser: 'Firefox' },
        payload: JSON.stringify(payload),
      }),
    ])
    await service.seed('attachments', [
      attachment({
        attachment_id: hexId(32, 2),
        received_at: secondsAgo(50),
        name: 'a.png',
        content_type: 'image/png',
      }),
      attachment({ attachment_id: hexId(32, 3) }),
      attachment({ attachment_id: hexId(32, 4), event_id: hexId(32, 9) }),
    ])
    await service.seed('attachments', [attachment({ attachment_id: hexId(32, 3) })])
    await service.seed('feedback', [
      feedback({ feedback_id: hexId(32, 5), associated_event_id: hexId(32, 1) }),
      feedback({ feedback_id: hexId(32, 6), associated_event_id: hexId(32, 1), timestamp: secondsAgo(10) }),
      feedback({ feedback_id: hexId(32, 7) }),
    ])
    const { status, body } = await get(1)
    expect(status).to.equal(200)
    expect(body).to.deep.include({
      event_id: hexId(32, 1),
      project_id: projectId,
      timestamp: new Date(secondsAgo(60)).toISOString(),
      received_at: new Date(secondsAgo(59)).toISOString(),
      level: 'error',
      exception_type: 'TypeError',
      title: 'TypeError: x',
      culprit: 'checkout in shop.js',
      fingerprint: hexId(32, 0xf),
      times_seen: 3,
      issue_id: null,
      user: { id: '42' },
      tags: { browser: 'Firefox' },
      grouping: { version: 'signalbox:1', by: 'app', components: [['type', 'TypeError']] },
      event: payload,
      previous_event_id: null,
      next_event_id: null,
    })
    expect(body).not.to.have.any.keys('payload', 'grouping_components', 'timestampMs', 'receivedMs')
    expect(body.attachments.map(({ id }) => parseInt(id, 16))).to.deep.equal([2, 3])
    expect(body.attachments[0]).to.deep.equal({
      id: hexId(32, 2),
      name: 'a.png',
      content_type: 'image/png',
      attachment_type: 'event.attachment',
      size: 3,
      sha256: hexId(64, 1),
      download_url: `/api/v1/telemetry/query/events/${hexId(32, 1)}/attachments/${hexId(32, 2)}/?project_id=${projectId}`,
    })
    expect(body.feedback.map(({ feedback_id }) => parseInt(feedback_id, 16))).to.deep.equal([6, 5])
  })

  it('returns null and empty objects for unknown facts', async () => {
    await service.seed('events', [event({ payload: '', grouping_components: '' })])
    const { body } = await get(1)
    expect(body).to.deep.include({
      event: {},
      grouping: { version: '', by: null, components: null },
      user: null,
      attachments: [],
      feedback: [],
    })
  })

  it("returns the fingerprint's previous and next events in time, ties by id", async () => {
    const at = (number: number, seconds: number, values: Parameters<typeof event>[0] = {}) =>
      event({ event_id: hexId(32, number), timestamp: secondsAgo(seconds), ...values })
    await service.seed('events', [
      at(1, 90),
      at(2, 60),
      at(3, 60),
      at(4, 60),
      at(5, 30),
      at(6, 61, { fingerprint: hexId(32, 0xf) }),
      at(7, 59, { project_id: 'other' }),
    ])
    const neighbours = async (number: number) => {
      const { body } = await get(number)
      return [body.previous_event_id, body.next_event_id].map((id) => (id === null ? null : parseInt(id, 16)))
    }
    expect(await neighbours(1)).to.deep.equal([null, 2])
    expect(await neighbours(2)).to.deep.equal([1, 3])
    expect(await neighbours(3)).to.deep.equal([2, 4])
    expect(await neighbours(4)).to.deep.equal([3, 5])
    expect(await neighbours(5)).to.deep.equal([4, null])
  })

  it('never returns the event itself as a neighbor, even if it was stored twice', async () => {
    await service.seed('events', [event({ timestamp: secondsAgo(60) }), event({ timestamp: secondsAgo(50) })])
    expect((await get(1)).body).to.include({ previous_event_id: null, next_event_id: null })
  })

  it("returns the newest from several projects, or the given project's", async () => {
    await service.seed('events', [
      event({ title: 'named', timestamp: secondsAgo(90) }),
      event({ title: 'newest', project_id: 'other' }),
    ])
    expect((await get(1)).body.title).to.equal('newest')
    expect((await get(1, { project_id: projectNumber })).body.title).to.equal('named')
    expect((await get(1, { project_id: 99 })).status).to.equal(404)
    expect((await get(1, { project_id: 'abc' })).status).to.equal(400)
  })

  it('contains the issue, once there is one', async () => {
    const asked: unknown[] = []
    service = await openService({
      issues: {
        findIssue: () => Promise.resolve(undefined),
        findIssues: () => Promise.resolve(new Map()),
        findIssueIds: (organizationId, fingerprints) => {
          asked.push(organizationId, fingerprints)
          return Promise.resolve(new Map([[`${projectId}:${hexId(32, 0xf)}`, 'issue-1']]))
        },
      },
    })
    await service.seed('events', [event({ fingerprint: hexId(32, 0xf) })])
    expect((await get(1)).body.issue_id).to.equal('issue-1')
    expect(asked).to.deep.equal([service.organizationId, [{ projectId, fingerprint: hexId(32, 0xf) }]])
  })

  it('accepts the id in any case and with dashes', async () => {
    await service.seed('events', [event({ event_id: hexId(32, 0xab) })])
    for (const id of [hexId(32, 0xab).toUpperCase(), '00000000-0000-0000-0000-0000000000ab']) {
      expect((await service.get(readEvent, {}, { event_id: id })).status, id).to.equal(200)
    }
  })

  it('answers 404 for an unknown event and one of another organization, 400 for an invalid id', async () => {
    const other = await openService()
    await other.seed('events', [event()])
    expect((await get(1)).status).to.equal(404)
    expect((await service.get(readEvent, {}, { event_id: 'abc' })).status).to.equal(400)
  })
})
