import { createId, listIssueTags, readIssueTag } from '@signalbox/contracts'
import { expect } from 'chai'
import { directoryOf } from '../support/issue-directory.js'
import { openService } from '../support/query-service.js'
import { event, hexId, secondsAgo } from '../support/rows.js'

const issue = { id: createId(), fingerprints: [hexId(32, 1)] }
const params = { issue_id: issue.id }

async function openWithTags() {
  const owner = { organizationId: '' }
  const service = await openService({ issues: directoryOf(owner, [issue]) })
  owner.organizationId = service.organizationId
  const plain = { fingerprint: hexId(32, 1), sdk_name: '' }
  await service.seed('events', [
    event({ ...plain, event_id: hexId(32, 1), tags: { region: 'eu', zone: '1' }, timestamp: secondsAgo(300) }),
    event({ ...plain, event_id: hexId(32, 2), tags: { region: 'eu' }, release: 'web@1', timestamp: secondsAgo(200) }),
    event({ ...plain, event_id: hexId(32, 3), tags: { region: 'us' }, times_seen: 6, timestamp: secondsAgo(100) }),
    event({ ...plain, event_id: hexId(32, 4), fingerprint: hexId(32, 9), tags: { region: 'asia' } }),
  ])
  return service
}

describe('GET /api/v1/issues/{issue_id}/tags/', () => {
  it('returns how often each value of each key was seen, and when', async () => {
    const service = await openWithTags()
    const { body } = await service.get(listIssueTags, {}, params)
    expect(body).to.include({ events: 8, is_sampled: false })
    expect(body.tags.map(({ key, events }) => [key, events])).to.deep.equal([
      ['level', 8],
      ['region', 8],
      ['release', 1],
      ['zone', 1],
    ])
    expect(body.tags[1]).to.deep.equal({
      key: 'region',
      events: 8,
      unique_values: 2,
      values: [
        {
          value: 'us',
          events: 6,
          share: 0.75,
          first_seen_at: new Date(secondsAgo(100)).toISOString(),
          last_seen_at: new Date(secondsAgo(100)).toISOString(),
        },
        {
          value: 'eu',
          events: 2,
          share: 0.25,
          first_seen_at: new Date(secondsAgo(300)).toISOString(),
          last_seen_at: new Date(secondsAgo(200)).toISOString(),
        },
      ],
    })
  })

  it('counts only events that match the search', async () => {
    const service = await openWithTags()
    const { body } = await service.get(listIssueTags, { search: 'release:web@1' }, params)
    expect(body.tags.map(({ key }) => key)).to.deep.equal(['level', 'region', 'release'])
    expect(body.events).to.equal(1)
  })

  it('answers 404 for an unknown issue', async () => {
    const service = await openWithTags()
    expect((await service.get(listIssueTags, {}, { issue_id: createId() })).status).to.equal(404)
    expect((await service.get(readIssueTag, {}, { issue_id: createId(), key: 'region' })).status).to.equal(404)
  })
})

describe('GET /api/v1/issues/{issue_id}/tags/{key}/', () => {
  it('returns the values of one key, up to the requested number', async () => {
    const service = await openWithTags()
    const { body } = await service.get(readIssueTag, { limit: 1 }, { ...params, key: 'region' })
    expect(body).to.deep.include({ key: 'region', events: 8, issue_events: 8, unique_values: 2, is_sampled: false })
    expect(body.values.map(({ value }) => value)).to.deep.equal(['us'])
  })

  it('returns no values for a key that no event has', async () => {
    const service = await openWithTags()
    const { body } = await service.get(readIssueTag, {}, { ...params, key: 'colour' })
    expect(body).to.deep.include({ key: 'colour', events: 0, unique_values: 0, values: [] })
  })
})
