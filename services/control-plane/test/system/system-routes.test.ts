import {
  dayMs,
  minuteMs,
  type readSystem,
  type readSystemHistory,
  type Static,
  type Warning,
} from '@signalbox/contracts'
import { createAddressPolicy, createVitals } from '@signalbox/service-kit'
import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import { startSlack } from '../../../../test/support/slack-stand-in.js'
import { fingerprint, TestControlPlane } from '../support/test-control-plane.js'

const path = '/api/v1/system/'

describe('GET system', () => {
  let test: TestControlPlane
  beforeEach(() => {
    test = new TestControlPlane({ policy: createAddressPolicy(['127.0.0.1']) })
  })
  afterEach(() => {
    test.close()
  })

  const readWarnings = async (key?: string) => {
    const res = await test.get(path, key)
    expect(res.status, res.text).to.equal(200)
    return (res.body as { version: string; warnings: Warning[] }).warnings
  }

  it('returns the version, and no warnings', async () => {
    expect((await test.get(path)).body)
      .to.have.property('version')
      .that.matches(/^\d+\.\d+\.\d+/)
    expect(await readWarnings()).to.deep.equal([])
    expect((await test.get(path, await test.createKey(['keys:read']))).status).to.equal(403)
  })

  it("returns every process's state, the lag and the last backup", async () => {
    const state = async () => (await test.get(path)).body as Static<typeof readSystem.response>
    const alone = await state()
    expect(alone.processes.map(({ roles }) => roles)).to.deep.equal([['control-plane']])
    expect(alone.pipeline, 'no consumer has reported').to.equal(null)
    expect(alone.last_backup_at).to.equal(null)
    const consumer = (records: number, lagMs: number) => {
      const vitals = createVitals(['consumer'], () => test.now)
      vitals.note({ topics: [{ topic: 'errors', records, lagMs }], disk: { sizeBytes: 100, freeBytes: 40 } })
      return vitals.read()
    }
    test.controlPlane.warnings.report('consumer-1', [], consumer(7, 90_000))
    test.controlPlane.warnings.report('consumer-2', [], consumer(7, 1_500))
    expect((await test.download('/api/v1/backups/')).status).to.equal(200)
    const together = await state()
    expect(together.processes.map(({ roles }) => roles)).to.deep.equal([['consumer'], ['consumer'], ['control-plane']])
    expect(together.processes[0]?.disk).to.deep.equal({ size_bytes: 100, free_bytes: 40 })
    expect(together.pipeline).to.deep.equal({
      topics: [{ topic: 'errors', records: 7, lag_seconds: 1.5 }],
      log_bytes: null,
      log_bytes_max: null,
    })
    expect(together.last_backup_at).to.equal(new Date(test.now).toISOString())
    test.now += 31_000
    expect((await state()).processes).to.have.length(1)
  })

  it('stores a sample a minute of lag and disk usage, for a day, and returns them oldest first', async () => {
    const history = async () => {
      const res = await test.get(`${path}history/`)
      expect(res.status, res.text).to.equal(200)
      return (res.body as Static<typeof readSystemHistory.response>).samples
    }
    const work = test.controlPlane.createBackgroundWork()
    const sampled = (count: number) => eventually(async () => expect(await history()).to.have.length(count))
    const began = test.now - (test.now % minuteMs)
    work.start()
    try {
      await sampled(1)
    } finally {
      await work.stop()
    }
    const [alone] = await history()
    expect(alone).to.deep.equal({ at: new Date(began).toISOString(), lag_seconds: null, disk_share: null })
    const vitals = createVitals(['consumer'], () => test.now)
    test.now += minuteMs
    for (const lagMs of [1_000, 2_500]) {
      vitals.note({ topics: [{ topic: 'errors', records: 3, lagMs }], disk: { sizeBytes: 200, freeBytes: 50 } })
      test.controlPlane.warnings.report('consumer-1', [], vitals.read())
      const later = test.controlPlane.createBackgroundWork()
      later.start()
      try {
        await eventually(async () => expect((await history())[1]?.lag_seconds).to.equal(lagMs / 1_000))
      } finally {
        await later.stop()
      }
    }
    expect((await history())[1]).to.deep.equal({
      at: new Date(began + minuteMs).toISOString(),
      lag_seconds: 2.5,
      disk_share: 0.75,
    })
    test.now += dayMs - minuteMs + 1
    expect(await history()).to.have.length(1)
    expect((await test.get(`${path}history/`, await test.createKey(['keys:read']))).status).to.equal(403)
  })

  it("returns other processes' warnings: an organization's own and the installation's", async () => {
    const times = { count: 2, since: test.now - 1_000, lastAt: test.now, detail: 'x' }
    const nobody = { organizationId: '', projectId: '', subject: '' }
    const foreign = { organizationId: test.foreignOrganizationId, projectId: 'p', subject: 'cors' }
    test.controlPlane.warnings.report('ingest-1', [
      { kind: 'log_full', ...nobody, ...times },
      { kind: 'requests_refused', ...foreign, ...times },
    ])
    expect(await readWarnings()).to.deep.equal([
      {
        kind: 'log_full',
        subject: '',
        project_id: null,
        detail: 'x',
        count: 2,
        since: new Date(test.now - 1_000).toISOString(),
        last_at: new Date(test.now).toISOString(),
      },
    ])
    expect((await readWarnings(test.foreignKey)).map(({ kind, project_id }) => [kind, project_id])).to.deep.equal([
      ['log_full', null],
      ['requests_refused', 'p'],
    ])
  })

  it('warns about a channel that notices do not reach', async () => {
    const slack = await startSlack()
    const project = await test.createProject()
    const channel = { kind: 'slack', channel: '#shop', bot_token: 'xoxb-0001-0002-abcd', api_url: slack.apiUrl }
    const res = await test.post(`/api/v1/telemetry/projects/${project.id}/notification-channels/`, channel)
    expect(res.status, res.text).to.equal(201)
    const work = test.controlPlane.createBackgroundWork()
    work.start()
    await slack.close()
    await test.controlPlane.sightings.recordSightings([test.sighting(project.id, fingerprint(1))])
    try {
      await eventually(async () => {
        test.now += 1_000 // Notices wait for others for a while.
        const [warning] = await readWarnings()
        const { id: subject } = res.body as { id: string }
        expect(warning).to.include({ kind: 'channel_failing', subject, project_id: project.id })
      })
    } finally {
      await work.stop()
    }
  })
})
