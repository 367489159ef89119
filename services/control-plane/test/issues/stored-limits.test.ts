import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { openStore } from '../../src/control-plane-store.js'
import { countIssues } from '../../src/database/migrations/0057-count-issues.js'
import { recordActivity, systemActor } from '../../src/issues/issue-activities.js'
import { fingerprint, TestControlPlane, type TestProject } from '../support/test-control-plane.js'
import { useDatabase } from '../support/use-database.js'

describe('stored issues', () => {
  let test: TestControlPlane
  let project: TestProject
  beforeEach(async () => {
    test = new TestControlPlane()
    project = await test.createProject()
  })
  afterEach(() => {
    test.close()
  })

  /** An issue for each number, oldest first. */
  const record = async (numbers: readonly number[], projectId = project.id) => {
    for (const number of numbers) {
      test.now += 1
      await test.controlPlane.sightings.recordSightings([test.sighting(projectId, fingerprint(number))])
    }
  }
  const idOf = async (number: number, projectId = project.id) => {
    const key = { projectId, fingerprint: fingerprint(number) }
    const ids = await test.controlPlane.issues.findIssueIds(test.organizationId, [key])
    return ids.get(`${projectId}:${fingerprint(number)}`)
  }
  const stored = async (numbers: readonly number[]) => {
    const ids = await Promise.all(numbers.map((number) => idOf(number)))
    return numbers.filter((_, index) => ids[index] !== undefined)
  }
  const count = () =>
    useDatabase(test.directory, (database) =>
      database
        .prepare<[string], number>('SELECT issues FROM project_totals WHERE project_id = ?')
        .pluck()
        .get(project.id),
    )
  /** As if the project had so many more issues that are younger. */
  const occupy = (issues: number) => {
    useDatabase(test.directory, (database) => {
      database
        .prepare<[number, string]>('UPDATE project_totals SET issues = issues + ? WHERE project_id = ?')
        .run(issues, project.id)
    })
  }
  const path = async (number: number) => `/api/v1/issues/${(await idOf(number)) ?? ''}/`

  const comment = async (number: number) => {
    const res = await test.post(`${await path(number)}comments/`, { text: 'Mine' })
    expect(res.status, res.text).to.equal(201)
  }

  it('lose the oldest that nobody has touched when there are too many', async () => {
    await record([1, 2, 3, 4])
    await comment(1)
    const change = await test.patch(await path(2), { status: 'resolved' })
    expect(change.status, change.text).to.equal(200)
    occupy(limits.issue.storedMax - 4)
    await record([5])
    expect(await stored([1, 2, 3, 4, 5])).to.deep.equal([1, 2, 4, 5])
    expect(count()).to.equal(limits.issue.storedMax)
  })

  it('lose the oldest if all have been touched', async () => {
    await record([1, 2])
    for (const number of [1, 2]) await comment(number)
    occupy(limits.issue.storedMax - 2)
    await record([3])
    expect(await stored([1, 2, 3])).to.deep.equal([2, 3])
  })

  it('cost other projects nothing, and known fingerprints make no room', async () => {
    const other = await test.createProject()
    await record([1, 2])
    occupy(limits.issue.storedMax)
    await record([1, 2])
    await record([1], other.id)
    expect(await stored([1, 2])).to.deep.equal([1, 2])
  })

  it('are made again by later events', async () => {
    await record([1, 2])
    occupy(limits.issue.storedMax - 2)
    await record([3])
    expect(await stored([1])).to.deep.equal([])
    await record([1])
    expect(await stored([1, 2, 3])).to.deep.equal([1, 3])
  })

  it('are counted by the migration as they are counted afterwards, until the project is deleted', async () => {
    await record([1, 2, 3])
    useDatabase(test.directory, (database) => {
      const things = database
        .prepare<[], { type: string; name: string }>(
          `SELECT type, name FROM sqlite_schema WHERE (type = 'trigger' AND sql LIKE '%project_totals%')
             OR name IN ('project_totals', 'issues_untouched')`,
        )
        .all()
      for (const { type, name } of things) database.exec(`DROP ${type} ${name}`)
      database.exec(countIssues)
    })
    expect(count()).to.equal(3)
    const store = openStore(test.directory)
    store.projectDeletions.begin({
      project_id: project.id,
      organization_id: test.organizationId,
      requested_at: test.now,
    })
    while (store.projectDeletions.deleteSome(project.id, 100) > 0);
    store.close()
    expect(count()).to.equal(undefined)
  })

  it('keep the newest entries of their history, and every comment', async () => {
    await record([1])
    const id = (await idOf(1)) ?? ''
    const issue = { id, organization_id: test.organizationId }
    const store = openStore(test.directory)
    const comments = 3
    store.transact(() => {
      for (let number = 0; number < comments; number += 1) {
        recordActivity(store, { issue, kind: 'comment', actor: systemActor, text: 'Mine', now: test.now })
      }
      for (let number = 0; number < 2 * limits.issue.storedActivitiesMax; number += 1) {
        recordActivity(store, { issue, kind: 'resolved', actor: systemActor, now: test.now + number })
      }
    })
    store.issueActivities.trim(id, limits.issue.storedActivitiesMax)
    const total = comments + limits.issue.storedActivitiesMax
    expect(store.issueActivities.count(id)).to.be.at.most(total)
    expect(store.issueActivities.countComments(id)).to.equal(comments)
    const [newest] = store.issueActivities.list(id, { limit: 1, offset: 0 })
    expect(newest?.occurred_at).to.equal(test.now + 2 * limits.issue.storedActivitiesMax - 1)
    store.close()
  })

  it('lose old entries of their history as new ones are added', async () => {
    await record([1])
    const id = (await idOf(1)) ?? ''
    const store = openStore(test.directory)
    const issue = { id, organization_id: test.organizationId }
    // Of a thousand random digits, one is the digit at which old entries are removed.
    store.transact(() => {
      for (let number = 0; number < limits.issue.storedActivitiesMax + 1_000; number += 1) {
        recordActivity(store, { issue, kind: 'resolved', actor: systemActor, now: test.now + number })
      }
    })
    expect(store.issueActivities.count(id)).to.be.below(limits.issue.storedActivitiesMax + 1_000)
    store.close()
  })

  it('are found by indexes, so that making room never scans', () => {
    const seen: string[] = []
    const store = openStore(test.directory, { onStatement: (sql) => seen.push(sql) })
    store.issueDeletions.findReplaceable(project.id)
    store.close()
    const statements = seen.filter((sql) => sql.startsWith('SELECT id FROM issues'))
    expect(statements).to.have.length(2)
    useDatabase(test.directory, (database) => {
      for (const sql of statements) {
        const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all()
        expect(plan.map(({ detail }) => detail).join('; '), sql).not.to.match(/SCAN|TEMP B-TREE/)
      }
    })
  })
})
