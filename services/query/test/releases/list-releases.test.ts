import { queryReleases } from '@signalbox/contracts'
import { expect } from 'chai'
import { nowMs, projectId } from '../support/fixed-world.js'
import { session } from '../support/health-rows.js'
import { openService, type QueryService } from '../support/query-service.js'
import { event, hexId, secondsAgo } from '../support/rows.js'

const hours = 3_600
const otherProjectId = '01990000-0000-7000-8000-000000000002'

async function onlyRelease(service: QueryService, query: Record<string, string | number> = {}) {
  const { body, status } = await service.get(queryReleases, query)
  expect(status).to.equal(200)
  const [release] = body.releases
  if (release === undefined || body.releases.length > 1) throw new Error(`${body.releases.length} releases`)
  return release
}

describe('GET /api/v1/telemetry/query/releases/', () => {
  it('counts a session once, in its worst reported state, whatever the order', async () => {
    const service = await openService()
    const update = (id: number, values: Parameters<typeof session>[0]) =>
      session({ session_id: hexId(32, id), ...values })
    await service.seed('sessions', [
      update(1, { status: 'ok' }),
      update(1, { status: 'exited', is_init: 0, sequence: 2 }),
      update(1, { status: 'crashed', is_init: 0, sequence: 1, errors: 1 }),
      update(2, { status: 'abnormal', is_init: 0, sequence: 9 }),
      update(2, { status: 'ok', errors: 3 }),
      update(3, { status: 'unhandled', errors: 1 }),
      update(4, { status: 'ok', errors: 1 }),
      update(5, { status: 'errored' }),
      update(6, { status: 'exited' }),
      update(6, { status: 'exited' }),
    ])
    const { sessions } = await onlyRelease(service)
    expect(sessions).to.deep.equal({
      total: 6,
      healthy: 1,
      errored: 2,
      unhandled: 1,
      abnormal: 1,
      crashed: 1,
      crash_free_rate: 5 / 6,
    })
  })

  it('omits sessions whose first update never arrived', async () => {
    const service = await openService()
    await service.seed('sessions', [
      session({ session_id: hexId(32, 1) }),
      session({ session_id: hexId(32, 2), is_init: 0, status: 'crashed' }),
    ])
    expect((await onlyRelease(service)).sessions).to.include({ total: 1, crashed: 0 })
  })

  it('adds aggregated sessions by their quantity', async () => {
    const service = await openService()
    const summed = (status: string, quantity: number, errors = 0) =>
      session({ session_id: '', status, quantity, errors })
    await service.seed('sessions', [
      summed('exited', 90),
      summed('errored', 5, 5),
      summed('unhandled', 1),
      summed('abnormal', 2),
      summed('crashed', 2),
      session({ session_id: hexId(32, 1) }),
    ])
    const { sessions } = await onlyRelease(service)
    expect(sessions).to.include({ total: 101, healthy: 91, errored: 5, unhandled: 1, abnormal: 2, crashed: 2 })
    expect(sessions.crash_free_rate).to.equal(99 / 101)
  })

  it('counts users by their key, and those with a crash', async () => {
    const service = await openService()
    const of = (id: number, user_key: string, status = 'exited') =>
      session({ session_id: hexId(32, id), user_key, status })
    await service.seed('sessions', [
      of(1, 'ada'),
      of(2, 'ada', 'crashed'),
      of(3, 'grace'),
      of(4, ''),
      session({ session_id: '', user_key: 'grace', quantity: 7 }),
    ])
    expect((await onlyRelease(service)).users).to.deep.equal({ total: 2, crashed: 1, crash_free_rate: 0.5 })
  })

  it('lists a release that only errors name, with unknown rates', async () => {
    const service = await openService()
    const seen = (number: number, user_key: string) =>
      event({ event_id: hexId(32, number), release: 'shop@2.0.0', environment: 'staging', user_key })
    await service.seed('events', [
      seen(1, 'ada'),
      { ...seen(2, 'ada'), times_seen: 10 },
      event({ event_id: hexId(32, 3) }),
    ])
    const release = await onlyRelease(service)
    expect(release).to.deep.include({
      release: 'shop@2.0.0',
      project_id: projectId,
      environments: ['staging'],
      adoption: null,
      errors: { events: 11, new_issues: 1, users: 1 },
      users: { total: 0, crashed: 0, crash_free_rate: null },
    })
    expect(release.sessions).to.include({ total: 0, crash_free_rate: null })
  })

  it('counts errors and crashes as errors, but not informational events', async () => {
    const service = await openService()
    const seen = (number: number, level: string, user_key: string) =>
      event({ event_id: hexId(32, number), release: 'shop@2.0.0', level, user_key })
    await service.seed('events', [
      seen(1, 'fatal', 'ada'),
      seen(2, 'error', 'bob'),
      seen(3, 'warning', 'eve'),
      seen(4, 'info', 'ada'),
      event({ event_id: hexId(32, 5), release: 'shop@3.0.0', level: 'info', user_key: 'ada' }),
    ])
    const { body } = await service.get(queryReleases)
    const counted = body.releases.map(({ release, errors }) => [release, errors.events, errors.users])
    expect(counted).to.have.deep.members([
      ['shop@2.0.0', 2, 2],
      ['shop@3.0.0', 0, 0],
    ])
  })

  it('counts fingerprints in the range that a release introduced, compared with everything stored', async () => {
    const service = await openService()
    const seen = (number: number, fingerprint: number, release: string, secondsBack: number) =>
      event({
        event_id: hexId(32, number),
        fingerprint: hexId(32, fingerprint),
        release,
        timestamp: secondsAgo(secondsBack),
      })
    await service.seed('events', [
      seen(1, 1, 'one', 30 * hours),
      seen(2, 1, 'two', 600),
      seen(3, 2, 'two', 500),
      seen(4, 3, 'two', 400),
      seen(5, 2, 'one', 300),
    ])
    const { body } = await service.get(queryReleases)
    const brought = body.releases.map(({ release, errors }) => [release, errors.events, errors.new_issues])
    expect(brought).to.deep.equal([
      ['one', 1, 1],
      ['two', 3, 2],
    ])
  })

  it('attributes a fingerprint first seen in several releases at once to the first by name, not to none', async () => {
    const service = await openService()
    const timestamp = secondsAgo(30 * hours)
    const atOnce = ['', 'two', 'one'].map((release, index) =>
      event({ event_id: hexId(32, index), fingerprint: hexId(32, 1), release, timestamp }),
    )
    const later = ['one', 'two'].map((release, index) =>
      event({ event_id: hexId(32, 10 + index), fingerprint: hexId(32, 1), release, timestamp: secondsAgo(100) }),
    )
    await service.seed('events', [...atOnce, ...later])
    const { body } = await service.get(queryReleases)
    const brought = body.releases.map(({ release, errors }) => [release, errors.new_issues])
    expect(brought).to.have.deep.members([
      ['one', 1],
      ['two', 0],
    ])
  })

  it('sorts by last seen, and returns when a release was first seen, and its share of sessions', async () => {
    const service = await openService()
    const of = (id: number, release: string, secondsBack: number) =>
      session({ session_id: hexId(32, id), release, started: secondsAgo(secondsBack) })
    await service.seed('sessions', [
      of(1, 'old', 48 * hours),
      of(2, 'old', 3 * hours),
      of(3, 'new', 2 * hours),
      of(4, 'new', hours),
      of(5, 'new', hours),
    ])
    const { body } = await service.get(queryReleases)
    expect(body).to.include({ total: 2, has_more: false })
    expect(body.releases.map(({ release }) => release)).to.deep.equal(['new', 'old'])
    expect(body.releases.map(({ adoption }) => adoption)).to.deep.equal([0.75, 0.25])
    expect(body.releases[1]).to.include({
      first_seen: new Date(nowMs - 48 * hours * 1000).toISOString(),
      last_seen: new Date(nowMs - 3 * hours * 1000).toISOString(),
    })
    const one = await onlyRelease(service, { release: 'old' })
    expect(one.adoption).to.equal(0.25)
  })

  it('returns the first session or event of a release in each project, though others have the same name', async () => {
    const service = await openService()
    const release = 'shop@2.0.0'
    const of = (id: number, project: string, hoursBack: number) => ({
      sessions: session({
        release,
        project_id: project,
        session_id: hexId(32, id),
        started: secondsAgo(hoursBack * hours),
      }),
      events: event({
        release,
        project_id: project,
        event_id: hexId(32, id),
        timestamp: secondsAgo(hoursBack * hours),
      }),
    })
    await service.seed('sessions', [
      of(1, projectId, 50).sessions,
      of(2, otherProjectId, 70).sessions,
      of(3, projectId, 1).sessions,
    ])
    await service.seed('events', [
      of(4, projectId, 60).events,
      of(5, otherProjectId, 40).events,
      of(6, otherProjectId, 2).events,
      { ...of(7, projectId, 90).events, release: 'shop@1.0.0' },
    ])
    const { body } = await service.get(queryReleases)
    const hoursAgo = (time: string) => (nowMs - Date.parse(time)) / (hours * 1_000)
    expect(body.releases.map((one) => [one.project_id, hoursAgo(one.first_seen)])).to.deep.equal([
      [projectId, 60],
      [otherProjectId, 70],
    ])
  })

  it('filters by environment and project, and separates projects', async () => {
    const service = await openService()
    await service.seed('sessions', [
      session({ session_id: hexId(32, 1), environment: 'production' }),
      session({ session_id: hexId(32, 2), environment: 'staging', status: 'crashed' }),
      session({ session_id: hexId(32, 3), project_id: otherProjectId }),
    ])
    const all = await service.get(queryReleases)
    expect(all.body.releases.map((one) => [one.project_id, one.environments, one.sessions.total])).to.have.deep.members(
      [
        [projectId, ['production', 'staging'], 2],
        [otherProjectId, ['production'], 1],
      ],
    )
    const staging = await onlyRelease(service, { environment: 'staging' })
    expect(staging.sessions).to.include({ total: 1, crashed: 1 })
    expect((await onlyRelease(service, { project_id: projectId })).sessions.total).to.equal(2)
  })

  it('pages, and returns the total beyond the last page', async () => {
    const service = await openService()
    const releases = ['a', 'b', 'c'].map((release, index) =>
      session({ release, session_id: hexId(32, index), started: secondsAgo(60 + index) }),
    )
    await service.seed('sessions', releases)
    const names = async (offset: number) => {
      const { body } = await service.get(queryReleases, { limit: 2, offset })
      return { names: body.releases.map(({ release }) => release), total: body.total, more: body.has_more }
    }
    expect(await names(0)).to.deep.equal({ names: ['a', 'b'], total: 3, more: true })
    expect(await names(2)).to.deep.equal({ names: ['c'], total: 3, more: false })
    expect(await names(4)).to.deep.equal({ names: [], total: 3, more: false })
  })

  it("never shows another organization's releases", async () => {
    const [ours, theirs] = await Promise.all([openService(), openService()])
    await theirs.seed('sessions', [session()])
    await theirs.seed('events', [event({ release: 'shop@1.0.0' })])
    expect((await ours.get(queryReleases)).body).to.deep.equal({ releases: [], total: 0, has_more: false })
  })

  it('rejects invalid parameters, naming them', async () => {
    const service = await openService()
    const wrong = { since: '5m', environment: '', release: '', limit: 501, offset: -1, project_id: 'abc', start: 'x' }
    for (const [name, value] of Object.entries(wrong)) {
      const { status, faults } = await service.get(queryReleases, { [name]: value })
      expect(status, name).to.equal(400)
      expect(faults.map((fault) => fault.name)).to.include(name)
    }
    expect((await service.get(queryReleases, { project_id: '8' })).status).to.equal(404)
  })
})
