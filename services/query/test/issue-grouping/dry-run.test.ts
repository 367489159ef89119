import { setImmediate } from 'node:timers/promises'
import {
  createId,
  defaultProjectSettings,
  dryRunGrouping,
  limits,
  ServiceError,
  type ApiScope,
} from '@signalbox/contracts'
import type { ReadRequest, TelemetryReader } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { createDryRun } from '../../src/issue-grouping/dry-run.js'
import { nowMs, projectId, projectNumber } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { hexId, secondsAgo } from '../support/rows.js'
import { exception, storedEvent } from './stored-event.js'

const split = 'error.value:*disk* -> {{ default }}, disk'
const merge = 'error.type:NetworkError -> network'

/** Issues: one with three events, two with one event each, and one that rules leave unchanged. */
const rows = [
  storedEvent(1, exception('IOError', 'the disk is full', 'save'), { times_seen: 10 }),
  storedEvent(2, exception('IOError', 'no such file', 'save')),
  storedEvent(3, exception('IOError', 'no such file', 'save')),
  storedEvent(4, exception('NetworkError', 'reset', 'fetchCart')),
  storedEvent(5, exception('NetworkError', 'reset', 'fetchPrice')),
  storedEvent(6, exception('TypeError', 'x', 'addItem')),
]

function dryRun(service: QueryService, body: object, project = projectId) {
  return service.post(dryRunGrouping, body, { project_id: project })
}

describe('a dry run over events with frames changed by in-app rules', () => {
  it('applies the new rules to the original frames', async () => {
    const service = await openService()
    const frames = [
      { function: 'addItem', module: 'shop.cart', filename: 'cart.py', lineno: 7, in_app: true },
      { function: 'retry', module: 'tools.retry', filename: 'retry.py', lineno: 3, in_app: true },
    ]
    const values = [{ type: 'IOError', value: 'no such file', stacktrace: { frames } }]
    const payload = { platform: 'python', exception: { values } }
    const ruled = storedEvent(1, payload, {}, { fingerprint_rules: '', in_app_rules: 'module:tools.* -app' })
    const sent = storedEvent(2, payload)
    expect(ruled.fingerprint).not.to.equal(sent.fingerprint)
    await service.seed('events', [ruled, sent])
    const { body } = await dryRun(service, {})
    expect(body.merges).to.have.length(1)
    expect(body.merges[0]).to.include({ fingerprint: sent.fingerprint, events: 2 })
  })
})

describe('POST /api/v1/telemetry/projects/{project_id}/grouping/dry-run/', () => {
  let service: QueryService

  before(async () => {
    service = await openService()
    await service.seed('events', rows)
  })

  it('reports no change if the rules are those that the events were stored with', async () => {
    const { body, status } = await dryRun(service, {})
    expect(status).to.equal(200)
    expect(body).to.deep.equal({
      events_examined: 6,
      events_in_range: 6,
      is_sampled: false,
      events_incomplete: 0,
      issues_before: 4,
      issues_after: 4,
      unchanged: 4,
      renamed: 0,
      splits: [],
      merges: [],
    })
  })

  it('reports issues that would be split, by events and the number they stand for', async () => {
    const { body } = await dryRun(service, { fingerprint_rules: split })
    expect(body).to.include({ issues_before: 4, issues_after: 5, unchanged: 3 })
    expect(body.merges).to.deep.equal([])
    const [only] = body.splits
    expect(body.splits).to.have.length(1)
    expect(only).to.include({ fingerprint: rows[1]?.fingerprint, events: 12 })
    expect(only?.title).to.contain('IOError')
    expect(only?.into.map(({ events, sample_event_id }) => [events, sample_event_id])).to.deep.equal([
      [10, hexId(32, 1)],
      [2, hexId(32, 2)],
    ])
    expect(only?.into[1]?.fingerprint).to.equal(rows[1]?.fingerprint)
  })

  it('reports issues that would be merged', async () => {
    const { body } = await dryRun(service, { fingerprint_rules: merge }, String(projectNumber))
    expect(body).to.include({ issues_before: 4, issues_after: 3, unchanged: 2 })
    expect(body.splits).to.deep.equal([])
    expect(body.merges).to.have.length(1)
    expect(body.merges[0]).to.include({ events: 2 })
    expect(body.merges[0]?.from.map(({ fingerprint, events }) => [fingerprint, events])).to.have.deep.members([
      [rows[3]?.fingerprint, 1],
      [rows[4]?.fingerprint, 1],
    ])
  })

  it('reports how many issues would only change their fingerprint', async () => {
    const { body } = await dryRun(service, { fingerprint_rules: 'error.type:TypeError -> types' })
    expect(body).to.include({ issues_before: 4, issues_after: 4, unchanged: 3, renamed: 1 })
  })

  it('examines the newest events if there are more', async () => {
    const { body } = await dryRun(service, { fingerprint_rules: split, events_max: 2 })
    expect(body).to.include({ events_examined: 2, events_in_range: 6, is_sampled: true, issues_before: 1 })
    expect(body.splits).to.have.length(1)
  })

  it('reads all pages', async () => {
    const busy = await openService()
    const text = 'x'.repeat(100_000)
    const large = Array.from({ length: 300 }, (_, index) => ({
      ...storedEvent(index, exception('TypeError', String(index), 'addItem')),
      // Half of them at one time, so that pages end between events of the same millisecond.
      timestamp: secondsAgo(60 + Math.floor(index / 150)),
    }))
    const padded = large.map(({ payload, ...row }) => ({
      ...row,
      payload: payload.replace(/}$/, `,"padding":"${text}"}`),
    }))
    await busy.seed('events', padded)
    const { body } = await dryRun(busy, {})
    expect(body).to.include({ events_examined: 300, events_in_range: 300, is_sampled: false, unchanged: 1 })
  })

  it('leaves events in their issue if the decisive parts were too large to be stored', async () => {
    const cut = await openService()
    const stored = storedEvent(1, exception('TypeError', 'x', 'addItem'))
    await cut.seed('events', [{ ...stored, payload: JSON.stringify({ left_out: ['extra', 'exception'] }) }])
    const { body } = await dryRun(cut, {})
    expect(body).to.include({ events_examined: 1, events_incomplete: 1, unchanged: 1 })
  })

  it('leaves events in their issue if the rules would hold up other requests', async () => {
    const costly = await openService()
    const filename = (index: number) => `/${index}${'/a'.repeat(100)}//b`
    const frames = Array.from({ length: 100 }, (_, index) => ({ filename: filename(index), in_app: true }))
    const values = [{ type: 'TypeError', value: 'x', stacktrace: { frames } }]
    await costly.seed('events', [{ ...storedEvent(1, { exception: { values } }) }])
    const rules = Array.from({ length: 200 }, () => `path:${'**/a/*'.repeat(10)}?/b -> x`)
    const { body } = await dryRun(costly, { fingerprint_rules: rules.join('\n') })
    expect(body).to.include({ events_examined: 1, events_incomplete: 1, unchanged: 1 })
  })

  it('examines the requested days only', async () => {
    const aged = await openService()
    const payload = exception('TypeError', 'x', 'addItem')
    await aged.seed('events', [storedEvent(1, payload), storedEvent(2, payload, { timestamp: secondsAgo(3 * 86_400) })])
    expect((await dryRun(aged, { days: 1 })).body).to.include({ events_in_range: 1 })
    expect((await dryRun(aged, {})).body).to.include({ events_in_range: 2 })
  })

  it("does not see another organization's events", async () => {
    const other = await openService()
    expect((await dryRun(other, {})).body).to.include({ events_in_range: 0, issues_before: 0, issues_after: 0 })
  })

  it('rejects invalid rules with field and line', async () => {
    const rules = { fingerprint_rules: `${split}\nnonsense`, in_app_rules: 'what' }
    const { status, faults } = await dryRun(service, rules)
    expect(status).to.equal(400)
    expect(faults.map(({ name }) => name)).to.deep.equal(['/fingerprint_rules', '/in_app_rules'])
    expect(faults[0]?.detail).to.match(/^line 2: /)
  })

  it('rejects values out of range', async () => {
    for (const body of [
      { days: 0 },
      { days: 31 },
      { events_max: 20_001 },
      { events_max: 0 },
      { version: 'x' },
      { a: 1 },
    ]) {
      expect((await dryRun(service, body)).status, JSON.stringify(body)).to.equal(400)
    }
  })

  it('answers 404 for a project outside the organization', async () => {
    expect((await dryRun(service, {}, '8')).status).to.equal(404)
  })
})

/** A store with one event whose responses wait for `release`. */
function openSlowStore() {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const { event_id, fingerprint, title, payload } = storedEvent(1, exception('TypeError', 'x', 'addItem'))
  const event = { event_id, fingerprint, title, payload, timestampMs: nowMs, receivedMs: nowMs, times_seen: 1 }
  const answers: Record<string, object[]> = { dryRunTotal: [{ total: 1 }], dryRunPage: [event] }
  const store: TelemetryReader = {
    // The test knows the rows of each query.
    read: <Row>({ name }: ReadRequest) => released.then(() => (answers[name] ?? []) as Row[]),
  }
  return { store, release }
}

describe('createDryRun', () => {
  const caller = {
    keyId: '',
    organizationId: createId(),
    scopes: new Set<ApiScope>(),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
  const input = { caller, params: { project_id: projectId }, body: { events_max: 1 } }

  function openContext(clock: () => number) {
    const { store, release } = openSlowStore()
    const project = { id: projectId, number: projectNumber, name: 'shop' }
    const projects = { findProject: () => Promise.resolve(project) }
    const issues = {
      findIssue: () => Promise.resolve(undefined),
      findIssues: () => Promise.resolve(new Map()),
      findIssueIds: () => Promise.resolve(new Map()),
    }
    const settings = { readCurrentSettings: () => Promise.resolve(defaultProjectSettings) }
    const context = { store, projects, issues, settings, clock, capacityDefaults: new Map() }
    return { run: createDryRun(() => context), release }
  }

  async function codeOf(running: Promise<unknown>): Promise<string> {
    return running.then(
      () => 'ok',
      (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
    )
  }

  it('rejects more than a few at the same time, and serves again when they are done', async () => {
    const { run, release } = openContext(() => nowMs)
    const inputs = Array.from({ length: limits.query.dryRunsMax + 1 }, () => {
      return { ...input, caller: { ...caller, organizationId: createId() } }
    })
    const accepted = inputs.slice(1).map((each) => codeOf(run(each)))
    expect(await codeOf(run(inputs[0]!))).to.equal('overloaded')
    release()
    expect(new Set(await Promise.all(accepted))).to.deep.equal(new Set(['ok']))
    expect(await codeOf(run(inputs[0]!))).to.equal('ok')
  })

  it('runs one at a time for an organization, so that no organization uses up all of them', async () => {
    const { run, release } = openContext(() => nowMs)
    const first = codeOf(run(input))
    expect(await codeOf(run(input))).to.equal('overloaded')
    const others = codeOf(run({ ...input, caller: { ...caller, organizationId: createId() } }))
    release()
    expect([await first, await others]).to.deep.equal(['ok', 'ok'])
  })

  it('times out', async () => {
    let time = nowMs
    const { run, release } = openContext(() => time)
    const running = codeOf(run(input))
    await setImmediate()
    time += limits.query.timeoutMs + 1
    release()
    expect(await running).to.equal('query-timeout')
  })
})
