import { createId, limits, queryIssueCounts, queryIssueRanking } from '@signalbox/contracts'
import type { ReadRequest } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { createRandom } from '../../../../test/support/random.js'
import { projectId } from '../support/fixed-world.js'
import { directoryOf } from '../support/issue-directory.js'
import { openService } from '../support/query-service.js'
import { event, hexId, secondsAgo } from '../support/rows.js'

const otherProject = projectId.replace(/1$/, '2')
const groups = Array.from({ length: 12 }, (_, index) => ({
  id: createId(),
  projectId: index % 3 === 0 ? otherProject : projectId,
  fingerprint: hexId(32, index + 1),
}))

async function openWithEvents(requests: ReadRequest[] = []) {
  const owner = { organizationId: '' }
  const issues = groups.map(({ id, projectId: of, fingerprint }) => ({
    id,
    projectId: of,
    fingerprints: [fingerprint],
  }))
  const service = await openService({
    issues: directoryOf(owner, issues),
    onRead: (request) => requests.push(request),
  })
  owner.organizationId = service.organizationId
  const random = createRandom(1)
  const rows = Array.from({ length: 600 }, (_, index) => {
    const group = groups[random.integer(0, groups.length - 1)]
    return event({
      event_id: hexId(32, index),
      project_id: group?.projectId ?? '',
      fingerprint: group?.fingerprint ?? '',
      // Some are from the future: senders' clocks may be ahead.
      timestamp: secondsAgo(random.integer(-60, random.pick([1, 7, 40]) * 86_400)) + random.integer(0, 999),
      times_seen: random.integer(1, 4),
      user_key: random.pick(['', 'id:1', 'id:2', 'id:3', 'id:4']),
      release: `web@${random.integer(1, 3)}`,
      exception_value: `value ${random.integer(1, 5)} timed out`,
    })
  })
  await service.seed('events', rows)
  return service
}

describe('GET /api/v1/telemetry/query/issue-ranking/ with counted groups', () => {
  it('counts groups as a separate query of their issues does, for any search, range and order', async () => {
    const service = await openWithEvents()
    for (const search of ['release:web@2', '"VALUE 3"', '!user:"" timed']) {
      for (const { since, sort } of [
        { since: '24h', sort: 'last_seen' },
        { since: '7d', sort: 'events' },
        { since: '30d', sort: 'users' },
        { since: '90d', sort: 'trend' },
      ]) {
        const asked = { search, since, intervals: 24 }
        const ranking = { ...asked, sort, by_project: 'true', counted: groups.length }
        const { counted } = (await service.get(queryIssueRanking, ranking)).body
        const issueIds = groups.map(({ id }) => id)
        const { issues, ...series } = (await service.get(queryIssueCounts, { ...asked, issue_id: issueIds })).body
        const withEvents = issues.flatMap((counts, index) => {
          const { issue_id: issueId, ...rest } = counts
          expect(issueId).to.equal(issueIds[index])
          const { projectId: project_id, fingerprint } = groups[index] ?? {}
          return counts.events === 0 ? [] : [{ project_id, fingerprint, ...rest }]
        })
        expect(withEvents, 'the seed of the random events').not.to.deep.equal([])
        expect(counted, `${search} ${since}`).to.include(series)
        expect(counted?.groups, `${search} ${since} ${sort}`).to.have.deep.members(withEvents)
      }
    }
  })

  it('counts only the highest-ranked groups, reading the events once', async () => {
    const requests: ReadRequest[] = []
    const service = await openWithEvents(requests)
    const asked = { search: 'timed', sort: 'events' }
    const { groups: ranked } = (await service.get(queryIssueRanking, asked)).body
    requests.length = 0
    const { counted } = (await service.get(queryIssueRanking, { ...asked, by_project: 'true', counted: 3 })).body
    const reading = requests.filter(({ name }) => name !== 'settledDays')
    expect(reading.map(({ sql }) => sql.match(/FROM events/g)?.length)).to.deep.equal([1])
    expect(counted?.groups.map(({ fingerprint }) => fingerprint)).to.have.members(
      ranked.slice(0, 3).map(({ fingerprint }) => fingerprint),
    )
  })

  it('counts none without a search, without lists by project, or unless requested', async () => {
    const service = await openWithEvents()
    for (const asked of [
      { by_project: 'true', counted: 3 },
      { search: 'timed', counted: 3 },
      { search: 'timed', by_project: 'true' },
    ]) {
      expect((await service.get(queryIssueRanking, asked)).body).not.to.have.property('counted')
    }
    const tooMany = { search: 'timed', by_project: 'true', counted: limits.issue.countedAtOnceMax + 1 }
    expect((await service.get(queryIssueRanking, tooMany)).faults[0]).to.include({ name: 'counted' })
  })
})
