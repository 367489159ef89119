import { limits, ServiceError } from '@signalbox/contracts'
import { expect } from 'chai'
import { changeAlertRule, deleteAlertRule, muteAlertRule } from '../../src/alerts/write-rules.js'
import { createWindow } from '../../src/alerts/write-windows.js'
import { TestAlerts } from '../support/test-alerts.js'

const minute = 60_000

describe('evaluating alert rules', () => {
  let test: TestAlerts

  beforeEach(() => {
    test = new TestAlerts()
  })
  afterEach(() => {
    test.close()
  })

  const states = () => test.alerts().map(({ resolved_at }) => (resolved_at === null ? 'firing' : 'resolved'))
  const countAll = async (...totals: number[]) => {
    for (const total of totals) await test.count(total)
  }

  it('opens one alert when the condition starts to hold, records its worst value, and ends it', async () => {
    const row = test.createRule()
    await countAll(5, 6, 9, 7)
    const [open] = test.alerts()
    expect(test.alerts()).to.have.length(1)
    expect(open).to.deep.include({ rule_id: row.id, rule_name: 'Errors', value: 7, peak_value: 9, threshold: 5 })
    expect(open).to.deep.include({ direction: 'above', subject: '', resolved_at: null, severity: 'warning' })
    await countAll(5)
    expect(test.alerts()[0]).to.deep.include({
      resolved_at: test.now,
      resolution: 'recovered',
      value: 5,
      peak_value: 9,
    })
    await countAll(6)
    expect(states()).to.deep.equal(['firing', 'resolved'])
  })

  it('notifies channels once when it opens and once when it ends', async () => {
    test.createRule()
    await countAll(6, 7, 6, 0, 0)
    const id = test.alerts()[0]?.id ?? ''
    expect(test.notices()).to.deep.equal([`${id}:firing`, `${id}:resolved`])
    const [notice] = test.store.notices.listUnplanned(test.channelId, 1)
    expect(notice?.title).to.equal('Errors')
    expect(notice?.facts).to.contain('Error events: 6, above 5, since 2026-01-05T12:01:00.000Z')
  })

  it("notifies the rule's channels, and none if it names none", async () => {
    const other = test.createChannel()
    test.createRule({ channel_ids: [other] })
    test.createRule({ channel_ids: [] })
    await countAll(6)
    expect(test.notices()).to.deep.equal([])
    expect(test.store.notices.listUnplanned(other, 9)).to.have.length(1)
  })

  it('waits until the condition has held, or been over, for its duration', async () => {
    const row = test.createRule({ for_minutes: 2, resolve_for_minutes: 1, resolve_value: 2 })
    await countAll(6, 6)
    expect(test.alerts()).to.deep.equal([])
    expect(test.store.alertSubjects.count(row.id)).to.deep.equal({ firing: 0, pending: 1 })
    await countAll(6, 3, 2)
    expect(states()).to.deep.equal(['firing'])
    await countAll(2)
    expect(states()).to.deep.equal(['resolved'])
  })

  it('queries once a minute, and once for all rules with the same query', async () => {
    for (let number = 0; number < 5; number += 1) test.createRule({ value: number })
    await countAll(0)
    expect(test.asked).to.have.length(1)
    await test.settle()
    expect(test.asked).to.have.length(1)
    await countAll(0)
    expect(test.asked).to.have.length(2)
  })

  it('leaves everything unchanged without data, and says so', async () => {
    const row = test.createRule({ kind: 'p95_latency', name: 'Slow', service: 'pay', value: 100 })
    const answer = (p95: number | undefined) => {
      const points = p95 === undefined ? [] : [{ requests: 1, errors: 0, p95_ms: p95 }]
      test.answers = { queryServices: { services: [{ service: 'pay', points }] } }
      return test.advance()
    }
    await answer(undefined)
    expect(test.rule(row)).to.deep.include({ has_data: 0, value: null, measured_at: test.now })
    await answer(150)
    await answer(undefined)
    expect(states()).to.deep.equal(['firing'])
    expect(test.rule(row)).to.deep.include({ has_data: 0 })
    await answer(100)
    expect(states()).to.deep.equal(['resolved'])
  })

  it('opens an alert per group of data points, and ends that of a group that is gone', async () => {
    test.createRule({
      kind: 'metric_threshold',
      source: 'data_point',
      name: 'Queue',
      metric: 'queue',
      value: 5,
      project_id: test.projectId,
      attribute: ['shop:a'],
      group_by: ['pod', 'zone'],
    })
    const answer = (...values: [pod: string, value: number][]) => {
      const series = values.map(([pod, value]) => ({ group: { pod, zone: '' }, points: [{ value }] }))
      test.answers = { queryDataPoints: { series, groups_left_out: 0 } }
      return test.advance()
    }
    const open = () => test.alerts().flatMap((one) => (one.resolved_at === null ? [one.subject] : []))
    await answer(['a', 6], ['b', 4], ['c', 7])
    expect(open()).to.have.members(['pod=a', 'pod=c'])
    await answer(['a', 6], ['b', 8])
    expect(open()).to.have.members(['pod=a', 'pod=b'])
    await answer()
    expect(open()).to.have.members(['pod=a', 'pod=b'])
    expect(test.asked[0]?.query).to.deep.include({
      name: 'queue',
      project_id: test.projectId,
      attribute: ['shop:a'],
      group_by: ['pod', 'zone'],
      whole_range: true,
    })
    expect(test.asked[0]?.query).to.not.have.property('aggregate')
  })

  it("shows a failing query as its rule's fault, without opening or ending anything", async () => {
    const row = test.createRule()
    await countAll(6)
    const { measured_at } = test.rule(row)
    test.answers = { queryErrors: new ServiceError('unavailable', { detail: 'The store is down' }) }
    await test.advance()
    expect(test.rule(row)).to.deep.include({ fault: 'The store is down', measured_at })
    test.answers = { queryErrors: new Error('internal secret') }
    await test.advance()
    expect(test.rule(row)).to.deep.include({ fault: 'The query failed' })
    expect(states()).to.deep.equal(['firing'])
    await countAll(0)
    expect(test.rule(row).fault).to.equal(null)
    expect(states()).to.deep.equal(['resolved'])
  })

  describe('silence', () => {
    const points = [{ requests: 3, error_events: 0, logs: { info: 0, warn: 0, error: 0 } }]
    const services = (names: string[], more: object = {}) => ({
      queryServices: {
        services: names.map((service) => ({ service, points })),
        services_left_out: 0,
        one_in_traces: 1,
        ...more,
      },
    })
    const monitorsMax = limits.query.monitorsLimitMax
    const monitors = (slugs: string[], total = slugs.length) => ({
      queryMonitors: {
        monitors: slugs.map((slug) => ({ slug, last_check_in: new Date(test.now + minute).toISOString() })),
        total,
      },
    })
    const cases = [
      {
        what: 'a service',
        rule: { of: 'service', service: 'pay' },
        heard: () => services(['pay']),
        silent: () => services(['shop']),
        partial: [
          () => services(['shop'], { services_left_out: 1 }),
          () => services(['shop'], { one_in_traces: 8 }),
          () => services([], { services_left_out: 3 }),
        ],
      },
      {
        what: 'a monitor',
        rule: { of: 'monitor', monitor: 'backup' },
        heard: () => monitors(['backup']),
        silent: () => monitors(['other']),
        partial: [
          () =>
            monitors(
              Array.from({ length: monitorsMax }, () => 'other'),
              monitorsMax * 100,
            ),
        ],
      },
    ] as const
    for (const { what, rule, heard, silent, partial } of cases) {
      it(`of ${what} neither starts nor ends because of a possibly incomplete response`, async () => {
        const row = test.createRule({ kind: 'absence', name: 'Silence', within_minutes: 5, ...rule })
        const answer = async (answers: Record<string, unknown>) => {
          test.answers = answers
          await test.advance()
        }
        await answer(heard())
        for (const lacking of partial) await answer(lacking())
        expect(test.alerts()).to.deep.equal([])
        expect(test.rule(row)).to.deep.include({ has_data: 0, fault: null })
        await answer(silent())
        expect(states()).to.deep.equal(['firing'])
        for (const lacking of partial) await answer(lacking())
        expect(states()).to.deep.equal(['firing'])
        await answer(heard())
        expect(states()).to.deep.equal(['resolved'])
      })
    }
  })

  describe('while notifications are muted', () => {
    it('records alerts of a muted rule, notifies nobody, and notifies after the mute if they still hold', async () => {
      const row = test.createRule()
      muteAlertRule(test.store, row, test.now + 3 * minute)
      await countAll(6, 6)
      expect(test.alerts()[0]).to.deep.include({ silence: 'muted', told_at: null })
      expect(test.notices()).to.deep.equal([])
      await countAll(6, 6)
      expect(test.notices()).to.deep.equal([`${test.alerts()[0]?.id ?? ''}:firing`])
    })

    it('never notifies of alerts that ended before the mute did', async () => {
      const row = test.createRule()
      muteAlertRule(test.store, row, test.now + 3 * minute)
      await countAll(6, 0, 0, 0, 0)
      expect(states()).to.deep.equal(['resolved'])
      expect(test.notices()).to.deep.equal([])
    })

    it('notifies later of the end of alerts notified before', async () => {
      const row = test.createRule()
      await countAll(6)
      muteAlertRule(test.store, row, test.now + 3 * minute)
      await countAll(0, 0)
      expect(test.notices()).to.have.length(1)
      await countAll(0, 0)
      const id = test.alerts()[0]?.id ?? ''
      expect(test.notices()).to.deep.equal([`${id}:firing`, `${id}:resolved`])
    })

    it('mutes in a maintenance window for all, for a project or for rules, and no others', async () => {
      const row = test.createRule()
      const { organizationId, now } = test
      const times = {
        kind: 'once' as const,
        name: 'Move',
        starts_at: new Date(now).toISOString(),
        ends_at: new Date(now + 3 * minute).toISOString(),
      }
      createWindow(test.store, { organizationId, request: { ...times, rule_ids: [row.id] }, now })
      const other = test.createRule({ name: 'Other' })
      await countAll(6, 6)
      const silences = test.alerts().map(({ rule_id, silence }) => [rule_id, silence])
      expect(silences).to.have.deep.members([
        [row.id, 'maintenance'],
        [other.id, null],
      ])
      expect(test.notices()).to.have.length(1)
      await countAll(6)
      expect(test.notices()).to.have.length(2)
    })

    it('mutes in a window that repeats in a time zone', async () => {
      // 12:00 UTC is 13:00 in Berlin.
      const request = {
        kind: 'repeating',
        name: 'Lunch',
        cron: '0 13 * * *',
        time_zone: 'Europe/Berlin',
        length_minutes: 3,
      } as const
      createWindow(test.store, { organizationId: test.organizationId, request, now: test.now })
      test.createRule()
      await countAll(6, 6)
      expect(test.notices()).to.deep.equal([])
      await countAll(6)
      expect(test.notices()).to.have.length(1)
    })
  })

  describe('workflows', () => {
    it('are started by the rule that names them and by their triggers, once each', async () => {
      const named = test.createWorkflow({ name: 'Named' })
      const listening = test.createWorkflow({
        triggers: [{ kind: 'alert_opened', name: 'critical', filters: { severity: ['critical'] } }],
      })
      test.createRule({ workflow_id: named.id, severity: 'critical' })
      await countAll(6, 6)
      const [alert] = test.alerts()
      const all = { status: undefined, triggeredBy: undefined, limit: 9, offset: 0 }
      const runs = test.store.workflowRuns.list({ workflowId: named.id, ...all })
      expect(runs.map(({ id, instruction }) => [id, instruction])).to.deep.equal([[alert?.run_id, 'Look at Errors']])
      const [event] = test.store.workflowEvents.listWaiting(9)
      expect(event).to.deep.include({ kind: 'alert_opened', key: alert?.id })
      expect(listening.status).to.equal('active')
    })

    it('that cannot be started leave the reason with the alert', async () => {
      const workflow = test.createWorkflow({ concurrency: 'skip' })
      test.createRule({ workflow_id: workflow.id })
      test.createRule({ workflow_id: workflow.id, name: 'Again' })
      await countAll(6)
      const refusals = test.alerts().map(({ run_refusal }) => run_refusal)
      expect(refusals).to.have.members([null, 'A run of the workflow has not finished'])
    })
  })

  describe('changed rules', () => {
    it('end their alerts when they are turned off, with a note', async () => {
      const row = test.createRule()
      await countAll(6)
      changeAlertRule(test.store, { row: test.rule(row), change: { is_active: false }, now: test.now })
      expect(test.alerts()[0]).to.deep.include({ resolution: 'rule_off', resolved_at: test.now })
      expect(test.notices()).to.have.length(2)
      await countAll(6)
      expect(test.alerts()).to.have.length(1)
    })

    it('leave their alerts in the history when they are deleted', async () => {
      const row = test.createRule()
      await countAll(6)
      deleteAlertRule(test.store, test.rule(row), test.now)
      expect(test.alerts()[0]).to.deep.include({ resolution: 'rule_deleted', rule_name: 'Errors' })
      await countAll(6)
      expect(test.alerts()).to.have.length(1)
    })

    it('restart their durations, but not for a new name', async () => {
      const row = test.createRule({ for_minutes: 2 })
      await countAll(6, 6)
      changeAlertRule(test.store, { row: test.rule(row), change: { name: 'Renamed' }, now: test.now })
      await countAll(6)
      expect(test.alerts()).to.have.length(1)
      changeAlertRule(test.store, { row: test.rule(row), change: { value: 5.5 }, now: test.now })
      expect(states()).to.deep.equal(['firing'])
      await countAll(5)
      expect(states()).to.deep.equal(['resolved'])
    })

    it('are not evaluated with earlier measurements', async () => {
      const row = test.createRule()
      test.answers = {
        get queryErrors() {
          const current = test.rule(row)
          changeAlertRule(test.store, { row: current, change: { value: 100 }, now: test.now })
          return { events: [], total: 50, has_more: false }
        },
      }
      await test.evaluator.evaluateDue()
      expect(test.alerts()).to.deep.equal([])
    })
  })

  describe('several processes', () => {
    it('take turns: one evaluates rules; another takes over when it is gone', async () => {
      test.createRule()
      await countAll(0)
      const other = test.createEvaluator()
      test.now += minute / 6
      expect(await other.evaluateDue()).to.be.greaterThan(test.now)
      expect(test.asked).to.have.length(1)
      test.evaluator.release()
      await test.advance(1, other)
      expect(test.asked).to.have.length(2)
    })

    it('discard the results of a process that lost its lease', async () => {
      test.createRule()
      const other = test.createEvaluator()
      test.answers = {
        get queryErrors() {
          test.evaluator.release()
          void other.evaluateDue()
          return { events: [], total: 50, has_more: false }
        },
      }
      await test.evaluator.evaluateDue()
      await test.settle(other)
      expect(test.alerts()).to.have.length(1)
    })
  })

  it('continue a minute after the clock was set back', async () => {
    const row = test.createRule()
    await countAll(6)
    test.now -= 600 * minute
    await countAll(0, 0)
    expect(test.rule(row).measured_at).to.be.at.most(test.now)
    expect(states()).to.deep.equal(['resolved'])
  })

  it('delete alerts that ended long ago', async () => {
    test.createRule()
    await countAll(6, 0)
    await test.advance(91 * 1_440)
    expect(test.alerts()).to.deep.equal([])
  })
})
