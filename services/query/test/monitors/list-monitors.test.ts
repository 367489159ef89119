import { queryMonitors, readMonitor, type MonitorConfig } from '@signalbox/contracts'
import { expect } from 'chai'
import { onDay, projectId } from '../support/fixed-world.js'
import { checkIn } from '../support/health-rows.js'
import { openService } from '../support/query-service.js'
import { hexId } from '../support/rows.js'

const hourly: MonitorConfig = { schedule: { type: 'crontab', value: '0 * * * *' }, checkin_margin: 5, max_runtime: 10 }

function iso(hours: number, minutes = 0): string {
  return new Date(onDay(hours, minutes)).toISOString()
}

function run(number: number, hours: number, minutes: number, values: Parameters<typeof checkIn>[0] = {}) {
  return checkIn({ check_in_id: hexId(32, number), timestamp: onDay(hours, minutes), ...values })
}

describe('GET /api/v1/telemetry/query/monitors/', () => {
  it('returns schedule, status, counts, runs and the next run', async () => {
    const service = await openService()
    const config = { monitor_config: JSON.stringify(hourly) }
    await service.seed('check_ins', [
      run(1, 8, 0, { monitor_config: JSON.stringify({ ...hourly, max_runtime: 1 }) }),
      run(2, 9, 1, { ...config, status: 'in_progress' }),
      run(2, 9, 3, { status: 'error', trace_id: hexId(32, 9), release: 'shop@1.0.0' }),
      run(3, 11, 20, { status: 'in_progress' }),
    ])
    const { body } = await service.get(queryMonitors, { since: '6h' })
    expect(body.total).to.equal(1)
    expect(body.monitors[0]).to.deep.equal({
      slug: 'backup',
      project_id: projectId,
      environment: 'production',
      schedule: hourly.schedule,
      timezone: 'UTC',
      checkin_margin_minutes: 5,
      max_runtime_minutes: 10,
      status: 'timed_out',
      last_check_in: iso(11, 20),
      next_expected_at: iso(12),
      next_deadline_at: iso(12, 5),
      counts: { ok: 1, error: 1, missed: 1, late: 1, timed_out: 1 },
      judged_from: new Date(onDay(6, 0, 30)).toISOString(),
      recent: [
        {
          check_in_id: hexId(32, 3),
          status: 'timed_out',
          started_at: iso(11, 20),
          ended_at: null,
          duration_ms: null,
          expected_at: iso(11),
          is_late: true,
        },
        {
          check_in_id: hexId(32, 2),
          status: 'error',
          started_at: iso(9, 1),
          ended_at: iso(9, 3),
          duration_ms: 120_000,
          expected_at: iso(9),
          is_late: false,
        },
        {
          check_in_id: hexId(32, 1),
          status: 'ok',
          started_at: iso(8),
          ended_at: iso(8),
          duration_ms: null,
          expected_at: iso(8),
          is_late: false,
        },
      ],
      latest_error: {
        check_in_id: hexId(32, 2),
        timestamp: iso(9, 3),
        release: 'shop@1.0.0',
        trace_id: hexId(32, 9),
      },
    })
  })

  it('separates monitors, environments and their check-ins, and pages through them', async () => {
    const service = await openService()
    await service.seed('check_ins', [
      run(1, 11, 0, { monitor_slug: 'b', status: 'error' }),
      run(1, 11, 0, { monitor_slug: 'a', environment: 'staging' }),
      run(1, 11, 0, { monitor_slug: 'a', status: 'in_progress' }),
      run(2, 11, 50, { monitor_slug: 'a', status: 'in_progress' }),
    ])
    const list = async (query: Record<string, string | number>) => {
      const { body } = await service.get(queryMonitors, query)
      return { total: body.total, found: body.monitors.map((one) => [one.slug, one.environment, one.status]) }
    }
    const all = [
      ['a', 'production', 'in_progress'],
      ['a', 'staging', 'ok'],
      ['b', 'production', 'error'],
    ]
    expect(await list({})).to.deep.equal({ total: 3, found: all })
    expect(await list({ limit: 1, offset: 1 })).to.deep.equal({ total: 3, found: all.slice(1, 2) })
    expect(await list({ offset: 5 })).to.deep.equal({ total: 3, found: [] })
    expect(await list({ environment: 'staging' })).to.deep.equal({ total: 1, found: all.slice(1, 2) })
  })

  it('finds a monitor whose last check-in is long before the window', async () => {
    const service = await openService()
    const config = { schedule: { type: 'interval', value: 1, unit: 'month' } }
    const monthAgo = { timestamp: onDay(-20 * 24), monitor_config: JSON.stringify(config) }
    await service.seed('check_ins', [checkIn(monthAgo)])
    const { body } = await service.get(queryMonitors, { since: '1h' })
    expect(body.monitors[0]).to.include({ status: 'ok', last_check_in: iso(-20 * 24) })
    expect(body.monitors[0]?.counts).to.deep.equal({ ok: 0, error: 0, missed: 0, late: 0, timed_out: 0 })
    expect(body.monitors[0]?.recent).to.have.length(1)
  })

  it('evaluates monitors at the given end', async () => {
    const service = await openService()
    await service.seed('check_ins', [
      run(1, 9, 0, { status: 'in_progress', monitor_config: JSON.stringify(hourly) }),
      run(1, 9, 5, { status: 'error' }),
    ])
    const { body } = await service.get(queryMonitors, { end: iso(9, 3) })
    expect(body.monitors[0]).to.include({ status: 'in_progress', latest_error: null, next_expected_at: iso(10) })
  })

  it('shows an invalid crontab and expects nothing', async () => {
    const service = await openService()
    const schedule = { type: 'crontab', value: 'now and then' }
    await service.seed('check_ins', [run(1, 11, 0, { monitor_config: JSON.stringify({ schedule }) })])
    const { body } = await service.get(queryMonitors)
    expect(body.monitors[0]).to.deep.include({ schedule, status: 'ok', next_expected_at: null, next_deadline_at: null })
  })

  it("never shows another organization's monitors", async () => {
    const [ours, theirs] = await Promise.all([openService(), openService()])
    await theirs.seed('check_ins', [run(1, 11, 0, { status: 'error' })])
    await ours.seed('check_ins', [run(2, 11, 0)])
    const { body } = await ours.get(queryMonitors)
    expect(body.monitors.map(({ status, recent }) => [status, recent.length])).to.deep.equal([['ok', 1]])
  })

  it('rejects invalid parameters, naming them', async () => {
    const service = await openService()
    const wrong = { since: '5m', environment: '', limit: 201, offset: -1, project_id: 'abc', end: 'x' }
    for (const [name, value] of Object.entries(wrong)) {
      const { status, faults } = await service.get(queryMonitors, { [name]: value })
      expect(status, name).to.equal(400)
      expect(faults.map((fault) => fault.name)).to.include(name)
    }
  })
})

describe('GET /api/v1/telemetry/query/monitors/{slug}/', () => {
  it('returns the outcome of every expected run, newest first', async () => {
    const service = await openService()
    await service.seed('check_ins', [
      run(1, 8, 0, { monitor_config: JSON.stringify(hourly) }),
      run(2, 9, 10),
      run(3, 11, 0, { status: 'error' }),
    ])
    const { body } = await service.get(readMonitor, {}, { slug: 'backup' })
    expect(body.slug).to.equal('backup')
    const [monitor] = body.monitors
    expect(monitor?.occurrences.map((one) => [one.expected_at, one.status, one.check_in_id])).to.deep.equal([
      [iso(12), 'pending', null],
      [iso(11), 'error', hexId(32, 3)],
      [iso(10), 'missed', null],
      [iso(9), 'late', hexId(32, 2)],
      [iso(8), 'ok', hexId(32, 1)],
    ])
    expect(monitor?.occurrences[3]).to.include({ deadline_at: iso(9, 5), started_at: iso(9, 10) })
  })

  it('answers 404 for a monitor of another organization, or a nonexistent one', async () => {
    const [ours, theirs] = await Promise.all([openService(), openService()])
    await theirs.seed('check_ins', [run(1, 11, 0)])
    expect((await ours.get(readMonitor, {}, { slug: 'backup' })).status).to.equal(404)
    expect((await theirs.get(readMonitor, {}, { slug: 'none' })).status).to.equal(404)
    expect((await theirs.get(readMonitor, {}, { slug: 'backup' })).status).to.equal(200)
  })
})
