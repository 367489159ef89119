import { limits, ServiceError, type Monitor, type WorkflowTrigger } from '@signalbox/contracts'
import { expect } from 'chai'
import type { WorkflowRow } from '../../../src/workflows/store/workflows.js'
import { TestEngine } from '../../support/test-engine.js'

const minute = 60_000

describe('conditions that start runs', () => {
  let test: TestEngine
  let asked: { id: string; organizationId: string; query: object }[]

  beforeEach(() => {
    test = new TestEngine()
    asked = []
  })
  afterEach(() => {
    test.close()
  })

  /** The response to every query. */
  const answer = (value: unknown) => {
    test.queryTelemetry = (organizationId, contract, query) => {
      asked.push({ id: contract.id, organizationId, query })
      return value instanceof Error ? Promise.reject(value) : (Promise.resolve(value) as never)
    }
  }
  const watch = (trigger: WorkflowTrigger) => test.createWorkflow({ triggers: [trigger] })
  /** Evaluates again, a minute later. */
  const look = async (value: unknown) => {
    answer(value)
    test.now += minute
    await test.engine.evaluateConditions()
    test.settle()
  }
  const state = ({ id }: WorkflowRow) => {
    const [row] = test.store.workflowTriggers.list(id)
    return [row?.condition_holds, row?.fault]
  }
  const errors = (total: number) => ({ events: [], total, has_more: false })
  const rate = { kind: 'error_rate', name: 'errors', more_than: 10, within_minutes: 15 } as const

  it('an error rate starts a run when it rises above the threshold, and again only after it fell', async () => {
    const workflow = watch(rate)
    const counts: number[] = []
    for (const total of [10, 11, 50, 10, 11]) {
      await look(errors(total))
      counts.push(test.runs(workflow).length)
    }
    expect(counts).to.deep.equal([0, 1, 1, 1, 2])
    expect(JSON.parse(test.runs(workflow)[0]?.context ?? '')).to.deep.include({ event: 'error_rate' })
    const end = new Date(test.now).toISOString()
    const start = new Date(test.now - 15 * minute).toISOString()
    expect(asked.at(-1)).to.deep.equal({
      id: 'queryErrors',
      organizationId: test.organizationId,
      query: { start, end, limit: 1, level: 'error' },
    })
  })

  it('are evaluated once a minute', async () => {
    watch(rate)
    await look(errors(0))
    await test.engine.evaluateConditions()
    expect(asked).to.have.length(1)
  })

  const point = (more: object) => ({ count: 2, sum: 6, min: 1, max: 5, avg: 3, p50: 3, p95: 5, ...more })
  const series = (points: object[]) => ({ series: [{ group: null, count: 0, points }] })
  for (const [aggregate, is, value, holds] of [
    ['avg', 'above', 3.4, 1],
    ['avg', 'above', 3.5, 0],
    ['min', 'below', 1.1, 1],
    ['max', 'above', 8.9, 1],
    ['sum', 'above', 13.9, 1],
    ['count', 'below', 4, 0],
    ['p95', 'above', 5.9, 1],
    ['p50', 'below', 3.1, 1],
  ] as const) {
    it(`a metric is evaluated by ${aggregate}: ${is} ${value} ${holds === 1 ? 'holds' : 'does not hold'}`, async () => {
      const trigger = { kind: 'metric_threshold', name: 'm', metric: 'queue', aggregate, is, value } as const
      const workflow = watch(trigger)
      await look(series([point({}), point({ sum: 8, max: 9, p95: 7 })]))
      expect(state(workflow)).to.deep.equal([holds, null])
      expect(test.runs(workflow)).to.have.length(holds)
    })
  }

  it('a missing metric leaves the condition unchanged', async () => {
    const workflow = watch({ kind: 'metric_threshold', name: 'm', metric: 'queue', is: 'above', value: 1 })
    await look(series([]))
    expect(state(workflow)).to.deep.equal([null, null])
    await look(series([point({})]))
    await look({ metrics: [], total: 0 })
    await look(series([point({})]))
    expect(state(workflow)).to.deep.equal([1, null])
    expect(test.runs(workflow)).to.have.length(1)
  })

  const monitor = (slug: string, status: Monitor['status'], lastCheckIn: string) => ({
    slug,
    project_id: 'p',
    environment: 'production',
    status,
    last_check_in: lastCheckIn,
    next_deadline_at: null,
  })

  it('a missed check-in counts once until the job checks in again', async () => {
    const workflow = watch({ kind: 'check_in_missed', name: 'cron', monitors: ['backup'] })
    const monitors = (...all: object[]) => ({ monitors: all, total: all.length })
    await look(monitors(monitor('backup', 'ok', 'a'), monitor('other', 'missed', 'a')))
    expect(test.runs(workflow)).to.have.length(0)
    await look(monitors(monitor('backup', 'missed', 'a')))
    await look(monitors(monitor('backup', 'missed', 'a')))
    expect(test.runs(workflow)).to.have.length(1)
    await look(monitors(monitor('backup', 'missed', 'b')))
    expect(test.runs(workflow)).to.have.length(2)
  })

  it('a missed check-in is not over because of a possibly incomplete response', async () => {
    const workflow = watch({ kind: 'check_in_missed', name: 'cron' })
    const others = (total: number) => ({
      monitors: Array.from({ length: limits.query.monitorsLimitMax }, (_, at) => monitor(`other-${at}`, 'ok', 'a')),
      total,
    })
    await look({ monitors: [monitor('backup', 'missed', 'a')], total: 1 })
    expect(state(workflow)).to.deep.equal([1, null])
    await look(others(limits.query.monitorsLimitMax * 100))
    expect(state(workflow)).to.deep.equal([1, null])
    await look(others(limits.query.monitorsLimitMax))
    expect(state(workflow)).to.deep.equal([0, null])
  })

  it('a failing query is shown on the trigger, and starts nothing', async () => {
    const workflow = watch(rate)
    await look(new ServiceError('unavailable', { detail: 'The store is down' }))
    expect(state(workflow)).to.deep.equal([null, 'The store is down'])
    await look(new Error('internal secret'))
    expect(state(workflow)).to.deep.equal([null, 'The query failed'])
    await look(errors(11))
    expect(state(workflow)).to.deep.equal([1, null])
    expect(test.runs(workflow)).to.have.length(1)
  })

  it('a response is discarded if another process took over in the meantime', async () => {
    const workflow = watch(rate)
    test.engine.tick()
    const other = test.createEngine()
    test.now += minute
    test.queryTelemetry = () => {
      test.now += minute
      other.tick()
      return Promise.resolve(errors(11)) as never
    }
    expect(await test.engine.evaluateConditions()).to.be.greaterThan(test.now - minute)
    expect(test.runs(workflow)).to.deep.equal([])
  })
})
