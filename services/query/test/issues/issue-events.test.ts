import { createId, listIssueEvents, readIssueEvent } from '@signalbox/contracts'
import { expect } from 'chai'
import { directoryOf } from '../support/issue-directory.js'
import { openService } from '../support/query-service.js'
import { event, hexId, secondsAgo } from '../support/rows.js'

const issue = { id: createId(), fingerprints: [hexId(32, 1), hexId(32, 2)] }
const params = { issue_id: issue.id }

/** Five events of the issue, the third and fourth at the same time, and one of another issue. */
async function openWithEvents() {
  const owner = { organizationId: '' }
  const service = await openService({ issues: directoryOf(owner, [issue]) })
  owner.organizationId = service.organizationId
  const times = [500, 400, 300, 300, 200]
  await service.seed('events', [
    ...times.map((seconds, index) =>
      event({
        event_id: hexId(32, index + 1),
        fingerprint: hexId(32, 1 + (index % 2)),
        timestamp: secondsAgo(seconds),
      }),
    ),
    event({ event_id: hexId(32, 9), fingerprint: hexId(32, 9) }),
  ])
  return service
}

describe('GET /api/v1/issues/{issue_id}/events/', () => {
  it('lists the events of all fingerprints, newest first, page by page', async () => {
    const service = await openWithEvents()
    const ids: string[] = []
    let cursor: string | null | undefined
    for (let page = 0; page < 3; page += 1) {
      const query = { limit: 2, ...(cursor && { cursor }) }
      const { body } = await service.get(listIssueEvents, query, params)
      ids.push(...body.events.map(({ event_id: id }) => id))
      expect(body.events[0]?.issue_id).to.equal(issue.id)
      cursor = body.next_cursor
    }
    expect(ids).to.deep.equal([5, 4, 3, 2, 1].map((number) => hexId(32, number)))
    expect(cursor).to.equal(null)
  })

  it('answers 404 for an unknown issue, and 400 for an invalid cursor', async () => {
    const service = await openWithEvents()
    expect((await service.get(listIssueEvents, {}, { issue_id: createId() })).status).to.equal(404)
    expect((await service.get(listIssueEvents, { cursor: '1' }, params)).status).to.equal(400)
  })
})

describe('GET /api/v1/issues/{issue_id}/events/{event_id}/', () => {
  it('returns an event with its neighbors, across fingerprints and equal times', async () => {
    const service = await openWithEvents()
    const around = async (number: number) => {
      const { body } = await service.get(readIssueEvent, {}, { ...params, event_id: hexId(32, number) })
      const { event_id, older_event_id: older, newer_event_id: newer } = body
      return [event_id, older, newer].map((id) => (id === null ? null : Number.parseInt(id, 16)))
    }
    expect(await around(1)).to.deep.equal([1, null, 2])
    expect(await around(3)).to.deep.equal([3, 2, 4])
    expect(await around(4)).to.deep.equal([4, 3, 5])
    expect(await around(5)).to.deep.equal([5, 4, null])
  })

  it('finds the latest, the oldest and the most informative one', async () => {
    const service = await openWithEvents()
    const read = async (word: string) => {
      return (await service.get(readIssueEvent, {}, { ...params, event_id: word })).body.event_id
    }
    expect(await read('latest')).to.equal(hexId(32, 5))
    expect(await read('oldest')).to.equal(hexId(32, 1))
    expect(await read('recommended')).to.equal(hexId(32, 5))
    const told = event({
      event_id: hexId(32, 6),
      fingerprint: hexId(32, 1),
      timestamp: secondsAgo(450),
      stack_trace: 'at f',
    })
    await service.seed('events', [told])
    expect(await read('recommended')).to.equal(hexId(32, 6))
  })

  it('answers 404 for an event of another issue, and 400 for an invalid id', async () => {
    const service = await openWithEvents()
    const statusOf = async (event_id: string) => {
      return (await service.get(readIssueEvent, {}, { ...params, event_id })).status
    }
    expect(await statusOf(hexId(32, 9))).to.equal(404)
    expect(await statusOf('newest')).to.equal(400)
  })
})
