import type { Issue, IssueActivity, IssueDetail, Problem } from '@signalbox/contracts'
import { expect } from 'chai'
import { faultsOf, fingerprint, TestControlPlane, type TestProject } from '../support/test-control-plane.js'

const issuesPath = '/api/v1/issues/'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'
const dayMs = 86_400_000

describe('issue changes', () => {
  let test: TestControlPlane
  let project: TestProject

  before(() => {
    test = new TestControlPlane()
  })
  after(() => {
    test.close()
  })
  beforeEach(async () => {
    project = await test.createProject()
  })

  const sight = (numbers: readonly number[], release = '') => {
    test.now += 1_000
    const releases = [{ release, lastReceivedAt: test.now }]
    return test.controlPlane.sightings.recordSightings(
      numbers.map((number) => test.sighting(project.id, fingerprint(number), { release, releases })),
    )
  }
  const idOf = async (number: number) => {
    const asked = { projectId: project.id, fingerprint: fingerprint(number) }
    const ids = await test.controlPlane.issues.findIssueIds(test.organizationId, [asked])
    return ids.get(`${project.id}:${asked.fingerprint}`) ?? ''
  }
  const makeIssues = async (numbers: readonly number[]) => {
    await sight(numbers)
    return Promise.all(numbers.map(idOf))
  }
  const makeIssue = async () => (await makeIssues([1]))[0] ?? ''
  const change = async (id: string, body: object) => {
    test.now += 1_000
    const res = await test.patch(`${issuesPath}${id}/`, body)
    expect(res.status, res.text).to.equal(200)
    return JSON.parse(res.text) as IssueDetail
  }
  const read = async (id: string) => {
    const res = await test.patch(issuesPath, { issue_ids: [id], change: { assignee_id: null } })
    expect(res.status, res.text).to.equal(200)
    return (JSON.parse(res.text) as { issues: Issue[] }).issues[0]
  }
  const activitiesOf = async (id: string, query = '') => {
    const res = await test.get(`${issuesPath}${id}/activity/${query}`)
    expect(res.status, res.text).to.equal(200)
    return JSON.parse(res.text) as { activities: IssueActivity[]; total: number; has_more: boolean }
  }
  const kindsOf = async (id: string) => (await activitiesOf(id)).activities.map(({ kind }) => kind)

  describe('PATCH of one', () => {
    it('rejects a change based on an outdated state, unless it has the same result', async () => {
      const id = await makeIssue()
      const { status_changed_at: seen } = await change(id, { assignee_id: null })
      const { status_changed_at: since } = await change(id, { status: 'resolved' })
      const late = { expected_status_changed_at: seen }
      const refused = await test.patch(`${issuesPath}${id}/`, { status: 'archived', ...late })
      expect(refused.status, refused.text).to.equal(409)
      expect((JSON.parse(refused.text) as Problem).detail).to.match(
        new RegExp(`^[^ ]+-1 is resolved \\(now\\) since ${since}\\. Review the current state and try again$`),
      )
      expect(await kindsOf(id)).to.deep.equal(['resolved'])
      await change(id, { status: 'resolved', ...late })
      await change(id, { assignee_id: null, ...late })
      await change(id, { status: 'unresolved', expected_status_changed_at: since })
    })

    it('moves an issue between states, each with its reason, time and activity, newest first', async () => {
      const id = await makeIssue()
      await sight([1], 'shop@1.0.0')
      const until = new Date(test.now + dayMs).toISOString()
      for (const [body, state] of [
        [{ status: 'resolved' }, { reason: 'now' }],
        [
          { status: 'resolved', resolve_in: 'release' },
          { reason: 'release', resolved_release: 'shop@1.0.0' },
        ],
        [
          { status: 'resolved', resolve_in: 'release', release: 'x' },
          { reason: 'release', resolved_release: 'x' },
        ],
        [
          { status: 'resolved', resolve_in: 'next_release' },
          { reason: 'next_release', resolved_release: 'shop@1.0.0' },
        ],
        [{ status: 'archived' }, { reason: 'escalating', resolved_release: null }],
        [{ status: 'archived', archive_until: 'forever' }, { reason: 'forever' }],
        [
          { status: 'archived', archive_until: 'time', until_time: until },
          { reason: 'time', archived_until: until },
        ],
        [
          { status: 'archived', archive_until: 'events', events: 7 },
          { reason: 'events', archived_events: 7 },
        ],
        [{ status: 'unresolved' }, { reason: 'reopened', archived_events: null }],
      ] as const) {
        const answer = await change(id, body)
        expect(answer).to.deep.include({ status: body.status, ...state })
        expect(answer.status_changed_at).to.equal(new Date(test.now).toISOString())
      }
      const { activities, total, has_more } = await activitiesOf(id, '?limit=3')
      expect([total, has_more]).to.deep.equal([9, true])
      expect(activities.map(({ kind, details }) => [kind, details])).to.deep.equal([
        ['unresolved', {}],
        ['archived', { reason: 'events', events: 7 }],
        ['archived', { reason: 'time', until }],
      ])
      expect(activities[0]?.actor).to.include({ kind: 'api_key' })
    })

    it('does nothing if nothing changes, and leaves no activity', async () => {
      const id = await makeIssue()
      const before = await change(id, { status: 'resolved' })
      expect(await change(id, { status: 'resolved', assignee_id: null })).to.deep.equal(before)
      expect(await kindsOf(id)).to.deep.equal(['resolved'])
    })

    for (const [body, fields] of [
      [{}, ['']],
      [{ status: 'ignored' }, ['/status']],
      [{ status: 'unresolved', resolve_in: 'now' }, ['/resolve_in']],
      [{ resolve_in: 'now' }, ['/resolve_in']],
      [{ status: 'resolved', release: '1' }, ['/release']],
      [{ status: 'resolved', resolve_in: 'next_release', release: '1' }, ['/release']],
      [{ status: 'resolved', resolve_in: 'release', release: ' ' }, ['/release']],
      [{ status: 'resolved', resolve_in: 'release' }, ['/release']],
      [{ status: 'resolved', archive_until: 'forever' }, ['/archive_until']],
      [{ status: 'archived', archive_until: 'time' }, ['/until_time']],
      [{ status: 'archived', archive_until: 'time', until_time: '2020-01-01T00:00:00Z' }, ['/until_time']],
      [{ status: 'archived', archive_until: 'time', until_time: '2999-01-01T00:00:00Z' }, ['/until_time']],
      [{ status: 'archived', archive_until: 'events' }, ['/events']],
      [{ status: 'archived', archive_until: 'events', events: 0 }, ['/events']],
      [{ status: 'archived', events: 5 }, ['/events']],
      [{ status: 'archived', until_time: '2027-01-01T00:00:00Z', events: 5 }, ['/until_time', '/events']],
      [{ assignee_id: unknownId }, ['/assignee_id']],
      [{ assignee_id: 'me' }, ['/assignee_id']],
      [{ title: 'x' }, ['/title']],
    ] as const) {
      it(`400 that names ${fields.join(' and ') || 'the body'} for ${JSON.stringify(body)}; nothing is changed`, async () => {
        const id = await makeIssue()
        const res = await test.patch(`${issuesPath}${id}/`, body)
        expect(res.status, res.text).to.equal(400)
        expect(faultsOf(res)).to.include.members([...fields])
        expect(await kindsOf(id)).to.deep.equal([])
      })
    }

    it('404 for unknown issues and those of other organizations', async () => {
      const id = await makeIssue()
      expect((await test.patch(`${issuesPath}${unknownId}/`, { status: 'resolved' })).status).to.equal(404)
      expect((await test.patch(`${issuesPath}${id}/`, { status: 'resolved' }, test.foreignKey)).status).to.equal(404)
    })
  })

  describe('PATCH of many', () => {
    it('changes all of them, each once, in their order', async () => {
      const [a = '', b = '', c = ''] = await makeIssues([1, 2, 3])
      const res = await test.patch(issuesPath, { issue_ids: [c, a, c.toUpperCase()], change: { status: 'archived' } })
      expect(res.status, res.text).to.equal(200)
      const { issues } = JSON.parse(res.text) as { issues: Issue[] }
      expect(issues.map(({ id, status }) => [id, status])).to.deep.equal([
        [c, 'archived'],
        [a, 'archived'],
      ])
      expect((await read(b))?.status).to.equal('unresolved')
    })

    it('changes none if some were changed in the meantime, and names those, unless the result is the same', async () => {
      const [a = '', b = '', c = ''] = await makeIssues([1, 2, 3])
      const seen: string[] = []
      for (const id of [a, b, c]) seen.push((await read(id))?.status_changed_at ?? '')
      const { short_id: name, status_changed_at: since } = await change(b, { status: 'resolved' })
      const decide = (decision: object, expected: readonly string[]) =>
        test.patch(issuesPath, { issue_ids: [a, b, c], change: decision, expected_status_changed_at: expected })
      const late = await decide({ status: 'archived' }, seen)
      expect(late.status, late.text).to.equal(409)
      expect((JSON.parse(late.text) as Problem).detail).to.equal(
        `No issue was changed: ${name} is resolved (now) since ${since}. Review the current state and try again`,
      )
      expect(await kindsOf(a)).to.deep.equal([])
      expect((await decide({ status: 'resolved' }, seen)).status).to.equal(200)
      const stale = await decide({ status: 'unresolved' }, seen)
      expect((JSON.parse(stale.text) as Problem).detail?.split(';').length).to.equal(3)
      const odd = await decide({ status: 'unresolved' }, seen.slice(1))
      expect([odd.status, faultsOf(odd)]).to.deep.equal([400, ['/expected_status_changed_at']])
    })

    it('changes none if one is unknown or the change is invalid', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      const unknown = await test.patch(issuesPath, { issue_ids: [a, unknownId, b], change: { status: 'archived' } })
      expect(unknown.status).to.equal(404)
      const odd = await test.patch(issuesPath, { issue_ids: [a], change: { status: 'archived', events: 1 } })
      expect([odd.status, faultsOf(odd)]).to.deep.equal([400, ['/change/events']])
      const many = Array.from({ length: 1_001 }, () => a)
      const tooMany = await test.patch(issuesPath, { issue_ids: many, change: { status: 'archived' } })
      expect([tooMany.status, faultsOf(tooMany)]).to.deep.equal([400, ['/issue_ids']])
      expect(await kindsOf(a)).to.deep.equal([])
    })
  })

  describe('comments', () => {
    it('are created, changed and deleted by their author, and by people who manage members', async () => {
      const id = await makeIssue()
      const [own, other] = [
        await test.createKey(['issues:read', 'issues:write']),
        await test.createKey(['issues:write']),
      ]
      const path = `${issuesPath}${id}/comments/`
      const made = await test.post(path, { text: 'It is the cache' }, own)
      expect(made.status, made.text).to.equal(201)
      const comment = JSON.parse(made.text) as IssueActivity
      expect(comment).to.include({ kind: 'comment', text: 'It is the cache', issue_id: id })
      expect((await test.patch(`${path}${comment.id}/`, { text: 'x' }, other)).status).to.equal(403)
      expect((await test.delete(`${path}${comment.id}/`, other)).status).to.equal(403)
      const changed = await test.patch(`${path}${comment.id}/`, { text: 'It is not' }, own)
      expect(JSON.parse(changed.text)).to.deep.equal({ ...comment, text: 'It is not' })
      expect((await activitiesOf(id)).activities[0]?.text).to.equal('It is not')
      expect((await test.delete(`${path}${comment.id}/`)).status).to.equal(200)
      expect((await test.delete(`${path}${comment.id}/`)).status).to.equal(404)
      expect(await kindsOf(id)).to.deep.equal([])
    })

    it("400 for an empty text, 404 for other activities and other organizations' issues", async () => {
      const id = await makeIssue()
      await change(id, { status: 'resolved' })
      const [resolved] = (await activitiesOf(id)).activities
      const path = `${issuesPath}${id}/comments/`
      expect(faultsOf(await test.post(path, { text: ' ' }))).to.deep.equal(['/text'])
      expect((await test.delete(`${path}${resolved?.id ?? ''}/`)).status).to.equal(404)
      expect((await test.post(path, { text: 'x' }, test.foreignKey)).status).to.equal(404)
      expect((await test.get(`${issuesPath}${id}/activity/`, test.foreignKey)).status).to.equal(404)
    })
  })

  describe('merges', () => {
    const merge = async (id: string, others: readonly string[]) => {
      test.now += 1_000
      expect((await test.post(`${issuesPath}${id}/merge/`, { issue_ids: others })).status).to.equal(200)
      return read(id)
    }

    it('reopen a resolved issue if an unresolved one joins it, but not if all are resolved', async () => {
      const [a = '', b = '', c = ''] = await makeIssues([1, 2, 3])
      await change(a, { status: 'resolved' })
      await change(b, { status: 'resolved' })
      const together = await merge(a, [b])
      expect(together).to.include({ status: 'resolved', reason: 'now' })
      expect(together?.status_changed_at, 'since the last of them').to.equal(new Date(test.now - 1_000).toISOString())
      expect(await merge(a, [c])).to.include({ status: 'unresolved', reason: 'reopened' })
      expect(await kindsOf(a)).to.have.members(['unresolved', 'merged', 'merged', 'resolved', 'resolved'])
    })

    it('leave the state of an archived or unresolved issue', async () => {
      const [a = '', b = '', c = ''] = await makeIssues([1, 2, 3])
      await change(a, { status: 'archived' })
      expect(await merge(a, [b])).to.include({ status: 'archived' })
      expect(await merge(c, [a])).to.include({ status: 'unresolved', reason: 'new' })
    })

    it('are undone into unresolved issues, with activities on both sides', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      await change(b, { status: 'archived' })
      await merge(a, [b])
      test.now += 1_000
      const res = await test.post(`${issuesPath}${a}/unmerge/`, { fingerprints: [fingerprint(2)] })
      expect(res.status, res.text).to.equal(200)
      expect(await read(b)).to.include({ id: b, status: 'unresolved', reason: 'reopened' })
      expect(await kindsOf(b)).to.deep.equal(['unresolved', 'unmerged', 'archived'])
      expect((await kindsOf(a))[0]).to.equal('unmerged')
    })
  })

  describe('deletion', () => {
    it('removes an issue with merged ones and its activity, and requests the deletion of its events', async () => {
      const [a = '', b = '', c = ''] = await makeIssues([1, 2, 3])
      await test.post(`${issuesPath}${a}/merge/`, { issue_ids: [b] })
      await test.post(`${issuesPath}${a}/comments/`, { text: 'x' })
      const res = await test.delete(`${issuesPath}${b}/`)
      expect(res.status, res.text).to.equal(200)
      expect((JSON.parse(res.text) as Issue).id).to.equal(a)
      for (const id of [a, b]) expect((await test.get(`${issuesPath}${id}/activity/`)).status).to.equal(404)
      expect((await test.get(`${issuesPath}${c}/activity/`)).status).to.equal(200)
      const deletions = await test.controlPlane.eventDeletions.listDeletions({ afterId: '', max: 100 })
      const own = deletions.filter(({ projectId }) => projectId === project.id)
      expect(own.map(({ fingerprints, receivedUntil }) => [[...fingerprints].sort(), receivedUntil])).to.deep.equal([
        [[fingerprint(1), fingerprint(2)], test.now],
      ])
      for (const { id } of own) await test.controlPlane.eventDeletions.finishDeletion(id)
      const left = await test.controlPlane.eventDeletions.listDeletions({ afterId: '', max: 100 })
      expect(left.filter(({ projectId }) => projectId === project.id)).to.deep.equal([])
    })

    it('retains issues that fingerprints merged elsewhere return to', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      await sight([1])
      await test.controlPlane.sightings.recordSightings([
        test.sighting(project.id, fingerprint(3), { previousFingerprint: fingerprint(1) }),
      ])
      await test.post(`${issuesPath}${b}/merge/`, { issue_ids: [a] })
      await test.post(`${issuesPath}${b}/unmerge/`, { fingerprints: [fingerprint(1)] })
      expect((await test.delete(`${issuesPath}${a}/`)).status).to.equal(200)
      expect(await idOf(3)).to.equal(b)
    })

    it('deletes all or none', async () => {
      const [a = '', b = ''] = await makeIssues([1, 2])
      expect((await test.post(`${issuesPath}delete/`, { issue_ids: [a, unknownId] })).status).to.equal(404)
      expect(await idOf(1)).to.equal(a)
      const res = await test.post(`${issuesPath}delete/`, { issue_ids: [a, b, a] })
      expect([res.status, JSON.parse(res.text)]).to.deep.equal([200, { deleted: 2 }])
      expect((await test.delete(`${issuesPath}${a}/`)).status).to.equal(404)
    })

    it('creates a new issue for later events, with a new notice, and none for earlier events', async () => {
      const id = await makeIssue()
      const before = test.now
      test.now += 1_000
      await test.delete(`${issuesPath}${id}/`)
      test.announced.length = 0
      const report = (lastReceivedAt: number) =>
        test.controlPlane.sightings.recordSightings([
          test.sighting(project.id, fingerprint(1), { releases: [{ release: '', lastReceivedAt }] }),
        ])
      await report(before)
      await report(test.now)
      expect(await idOf(1)).to.equal('')
      await report(test.now + 1)
      expect(await idOf(1)).not.to.be.oneOf(['', id])
      expect(test.announced).to.have.length(1)
    })
  })

  describe('discard', () => {
    const settingsPath = () => `/api/v1/telemetry/projects/${project.id}/settings/`
    const discardedPath = () => `/api/v1/telemetry/projects/${project.id}/discarded-fingerprints/`
    const listDiscarded = async () =>
      (JSON.parse((await test.get(discardedPath())).text) as { fingerprints: object[] }).fingerprints

    it('adds the fingerprints to a new settings version that ingest gets immediately, until it is undone', async () => {
      const id = await makeIssue()
      const versionOf = async () => (await test.controlPlane.keys.findDsnKey(project.publicKey))?.settingsVersion
      expect(await versionOf()).to.equal(0)
      expect((await test.delete(`${issuesPath}${id}/?discard=true`)).status).to.equal(200)
      expect(await versionOf()).to.equal(1)
      const { text } = await test.get(settingsPath())
      expect((JSON.parse(text) as { discarded_fingerprints: string[] }).discarded_fingerprints).to.deep.equal([
        fingerprint(1),
      ])
      const discarded = {
        fingerprint: fingerprint(1),
        title: 'Error 0001',
        discarded_at: new Date(test.now).toISOString(),
      }
      expect(await listDiscarded()).to.deep.equal([discarded])
      await sight([1])
      expect(await idOf(1), 'events that were on their way').to.equal('')
      const restored = await test.delete(`${discardedPath()}${fingerprint(1)}/`)
      expect([restored.status, JSON.parse(restored.text)]).to.deep.equal([200, discarded])
      expect(await listDiscarded()).to.deep.equal([])
      expect(await versionOf()).to.equal(2)
      await sight([1])
      expect(await idOf(1)).not.to.equal('')
    })

    it("404 for issues that are not discarded and other organizations' projects; 409 and nothing deleted beyond the limit", async () => {
      const id = await makeIssue()
      expect((await test.delete(`${discardedPath()}${fingerprint(1)}/`)).status).to.equal(404)
      expect((await test.get(discardedPath(), test.foreignKey)).status).to.equal(404)
      const many = Array.from({ length: 1_000 }, (_, number) => fingerprint(5_000 + number))
      expect((await test.patch(settingsPath(), { discarded_fingerprints: many })).status).to.equal(200)
      expect((await test.post(`${issuesPath}delete/`, { issue_ids: [id], discard: true })).status).to.equal(409)
      expect(await idOf(1)).to.equal(id)
    })
  })

  it('require the scope', async () => {
    const id = await makeIssue()
    const reader = await test.createKey(['issues:read', 'projects:read'])
    const statuses = [
      await test.patch(`${issuesPath}${id}/`, { status: 'resolved' }, reader),
      await test.patch(issuesPath, { issue_ids: [id], change: { status: 'resolved' } }, reader),
      await test.delete(`${issuesPath}${id}/`, reader),
      await test.post(`${issuesPath}delete/`, { issue_ids: [id] }, reader),
      await test.post(`${issuesPath}${id}/comments/`, { text: 'x' }, reader),
    ].map(({ status }) => status)
    expect(statuses).to.deep.equal([403, 403, 403, 403, 403])
    expect((await test.get(`${issuesPath}${id}/activity/`, reader)).status).to.equal(200)
  })
})
