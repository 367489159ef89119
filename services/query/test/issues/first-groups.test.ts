import { queryIssueRanking, createId, dayMs } from '@signalbox/contracts'
import { expect } from 'chai'
import { nowMs, projectId } from '../support/fixed-world.js'
import { directoryOf } from '../support/issue-directory.js'
import { openService } from '../support/query-service.js'
import { event, hexId } from '../support/rows.js'

const otherProject = projectId.replace(/1$/, '2')

describe('the first groups of a ranking by project', () => {
  it('are those of a ranking by group, and those of the named issues, remembered or not', async () => {
    // The second fingerprint has events in another project only.
    const rare = { id: createId(), fingerprints: [18, 19].map((number) => hexId(32, number)) }
    const owner = { organizationId: '' }
    const service = await openService({ issues: directoryOf(owner, [rare]) })
    owner.organizationId = service.organizationId
    const rows = Array.from({ length: 60 }, (_, index) =>
      event({
        event_id: hexId(32, index),
        project_id: index % 2 === 0 ? projectId : otherProject,
        fingerprint: hexId(32, index % 20),
        timestamp: nowMs - (index % 3) * 10 * dayMs,
        times_seen: index % 20 < 15 ? 30 - 2 * (index % 5) : 1,
      }),
    )
    await service.seed('events', rows)
    for (const sort of ['events', 'trend', 'events', 'trend', 'events', 'trend']) {
      const list = { since: '90d', sort, limit: 7 }
      const { groups } = (await service.get(queryIssueRanking, list)).body
      const expected = groups.map(({ project_id, fingerprint, events }) => [project_id, fingerprint, events])
      const named = { ...list, by_project: 'true', issue_id: [rare.id] }
      const { projects = [], total } = (await service.get(queryIssueRanking, named)).body
      const found = projects.flatMap((project) =>
        project.fingerprints.map((fingerprint, place) => [project.project_id, fingerprint, project.events[place]]),
      )
      expect(total).to.equal(20)
      expect(expected).to.have.length(7)
      expect(found, sort).to.have.deep.members([...expected, [projectId, rare.fingerprints[0], 3]])
    }
  })
})
