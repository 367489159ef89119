import { queryFeedback } from '@signalbox/contracts'
import { expect } from 'chai'
import { projectId, projectNumber } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { attachment, event, feedback, hexId, secondsAgo } from '../support/rows.js'

function ids(body: { feedback: { feedback_id: string }[] }): number[] {
  return body.feedback.map(({ feedback_id }) => parseInt(feedback_id, 16))
}

describe('feedback query', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  it('returns an empty list if there is no data', async () => {
    const { status, body } = await service.get(queryFeedback)
    expect(status).to.equal(200)
    expect(body).to.deep.equal({ feedback: [], total: 0, has_more: false })
  })

  it('returns every documented field', async () => {
    const texts = {
      message: 'Es geht nicht ❤',
      name: 'Ada',
      contact_email: 'ada@example.com',
      url: 'https://shop.example/cart',
      source: 'widget',
      associated_event_id: hexId(32, 5),
      replay_id: hexId(32, 6),
      trace_id: hexId(32, 7),
      release: 'shop@1',
      environment: 'production',
      tags: { browser: 'Firefox' },
    }
    await service.seed('feedback', [feedback({ ...texts, user: '{"id":"42"}' })])
    const { body } = await service.get(queryFeedback)
    expect(body.feedback).to.deep.equal([
      {
        feedback_id: hexId(32, 1),
        project_id: projectId,
        timestamp: new Date(secondsAgo(60)).toISOString(),
        ...texts,
        user: { id: '42' },
        attachments: [],
      },
    ])
  })

  it("returns the event's release and environment if it has none of its own", async () => {
    const about = { associated_event_id: hexId(32, 5) }
    await service.seed('events', [event({ event_id: hexId(32, 5), release: 'shop@1', environment: 'production' })])
    await service.seed('feedback', [
      feedback({ feedback_id: hexId(32, 1), ...about }),
      feedback({ feedback_id: hexId(32, 2), ...about, release: 'shop@2' }),
      feedback({ feedback_id: hexId(32, 3), associated_event_id: hexId(32, 6) }),
      feedback({ feedback_id: hexId(32, 4), ...about, project_id: '' }),
    ])
    const { body } = await service.get(queryFeedback)
    const places = body.feedback.map(({ release, environment }) => `${release} ${environment}`)
    expect(places).to.deep.equal(['shop@1 production', 'shop@2 ', ' ', ' '])
  })

  it('returns the files of each, and no others', async () => {
    await service.seed('feedback', [feedback({ feedback_id: hexId(32, 2) }), feedback({ feedback_id: hexId(32, 1) })])
    const name = 'screenshot.png'
    await service.seed('attachments', [
      attachment({ event_id: hexId(32, 2), attachment_id: hexId(32, 7), name }),
      attachment({ event_id: hexId(32, 9), attachment_id: hexId(32, 8) }),
    ])
    const { body } = await service.get(queryFeedback)
    const files = Object.fromEntries(body.feedback.map((entry) => [entry.feedback_id, entry.attachments]))
    expect(files[hexId(32, 1)]).to.deep.equal([])
    expect(files[hexId(32, 2)]).to.have.length(1)
    expect(files[hexId(32, 2)]?.[0]).to.include({ id: hexId(32, 7), name })
    const download = `/api/v1/telemetry/query/events/${hexId(32, 2)}/attachments/${hexId(32, 7)}/`
    expect(files[hexId(32, 2)]?.[0]?.download_url).to.equal(`${download}?project_id=${projectId}`)
  })

  it('lists the newest first, ties by id, in pages, and duplicates once', async () => {
    await service.seed('feedback', [
      feedback({ feedback_id: hexId(32, 3), timestamp: secondsAgo(30) }),
      feedback({ feedback_id: hexId(32, 2) }),
      feedback({ feedback_id: hexId(32, 1) }),
    ])
    await service.seed('feedback', [feedback({ feedback_id: hexId(32, 2) })])
    const first = await service.get(queryFeedback, { limit: 2 })
    expect(ids(first.body)).to.deep.equal([3, 1])
    expect(first.body).to.include({ total: 3, has_more: true })
    const second = await service.get(queryFeedback, { limit: 2, offset: 2 })
    expect(ids(second.body)).to.deep.equal([2])
    expect(second.body.has_more).to.equal(false)
  })

  it('searches message, name and address in any case, literally', async () => {
    await service.seed('feedback', [
      feedback({ feedback_id: hexId(32, 1), message: '100% Broken' }),
      feedback({ feedback_id: hexId(32, 2), name: 'Brokenhurst' }),
      feedback({ feedback_id: hexId(32, 3), contact_email: 'x@broken.example' }),
      feedback({ feedback_id: hexId(32, 4) }),
    ])
    expect(ids((await service.get(queryFeedback, { search: 'bROKEN' })).body)).to.deep.equal([1, 2, 3])
    expect(ids((await service.get(queryFeedback, { search: '0%' })).body)).to.deep.equal([1])
  })

  it('finds feedback about an event', async () => {
    await service.seed('feedback', [
      feedback({ feedback_id: hexId(32, 1), associated_event_id: hexId(32, 0xa) }),
      feedback({ feedback_id: hexId(32, 2) }),
    ])
    const dashed = '00000000-0000-0000-0000-00000000000A'
    expect(ids((await service.get(queryFeedback, { event_id: dashed })).body)).to.deep.equal([1])
  })

  it('filters by time and project, and never includes another organization', async () => {
    const other = await openService()
    await other.seed('feedback', [feedback()])
    await service.seed('feedback', [
      feedback({ feedback_id: hexId(32, 1) }),
      feedback({ feedback_id: hexId(32, 2), project_id: 'other' }),
      feedback({ feedback_id: hexId(32, 3), timestamp: secondsAgo(7_200) }),
    ])
    expect(ids((await service.get(queryFeedback)).body)).to.deep.equal([1, 2, 3])
    expect(ids((await service.get(queryFeedback, { since: '1h' })).body)).to.deep.equal([1, 2])
    expect(ids((await service.get(queryFeedback, { project_id: projectNumber })).body)).to.deep.equal([1, 3])
  })

  for (const query of [{ event_id: 'abc' }, { search: '' }, { since: '5m' }, { limit: '1001' }]) {
    it(`rejects ${JSON.stringify(query)} and names the parameter`, async () => {
      const { status, faults } = await service.get(queryFeedback, query)
      expect(status).to.equal(400)
      expect(faults).to.have.nested.property('[0].name', Object.keys(query)[0])
    })
  }
})
