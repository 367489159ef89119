import {
  createMetrics,
  createVitals,
  createWarningBoard,
  createWarnings,
  noWarnings,
  type Metrics,
  type Warnings,
} from '@signalbox/service-kit'
import { expect } from 'chai'

const minuteMs = 60_000
const full = { kind: 'log_full', detail: 'The event log is full' } as const
const limited = {
  kind: 'key_rate_limited',
  organizationId: 'one',
  projectId: 'shop',
  detail: 'Over the limit',
} as const

describe('warnings', () => {
  let now: number
  let metrics: Metrics
  let lines: unknown[]
  let warnings: Warnings

  beforeEach(() => {
    now = 1_700_000_000_000
    metrics = createMetrics()
    lines = []
    const log = { warn: (fields: unknown, message: string) => lines.push([fields, message]) }
    warnings = createWarnings({ log, metrics, clock: () => now })
  })

  it('count every kind from zero', async () => {
    expect(await metrics.registry.metrics()).to.include('signalbox_warnings_total{kind="dead_letters"} 0')
    warnings.note({ ...full, count: 3 })
    expect(await metrics.registry.metrics()).to.include('signalbox_warnings_total{kind="log_full"} 3')
  })

  it('are logged when they start and every ten minutes, however often they occur', () => {
    for (let second = 0; second < 1_500; second += 1) {
      warnings.note(full)
      now += 1_000
    }
    expect(lines).to.deep.equal([
      [{ warning: 'log_full', count: 1 }, full.detail],
      [{ warning: 'log_full', count: 601 }, full.detail],
      [{ warning: 'log_full', count: 1_201 }, full.detail],
    ])
  })

  it('report their start and count until they have not occurred for a while or are cleared', () => {
    const since = now
    warnings.note(full)
    now += minuteMs
    warnings.note(limited)
    warnings.note(full)
    expect(warnings.list().map(({ kind, count, since, lastAt }) => ({ kind, count, since, lastAt }))).to.deep.equal([
      { kind: 'log_full', count: 2, since, lastAt: now },
      { kind: 'key_rate_limited', count: 1, since: now, lastAt: now },
    ])
    warnings.clear(limited)
    expect(warnings.list()).to.have.length(1)
    now += 10 * minuteMs + 1
    expect(warnings.list()).to.deep.equal([])
    warnings.note(full)
    expect(warnings.list()[0]).to.include({ count: 1, since: now })
  })

  it('are bounded', () => {
    for (let index = 0; index < 300; index += 1) warnings.note({ ...limited, projectId: String(index) })
    expect(warnings.list()).to.have.length(200)
    expect(warnings.list()[0]?.projectId).to.equal('299')
  })

  it('are shown to the affected organizations, from all processes, until a process is gone', () => {
    const vitals = createVitals(['control-plane'], () => now)
    const board = createWarningBoard({ warnings, vitals }, () => now)
    warnings.note({ ...limited, organizationId: 'two' })
    const other = createWarnings({ log: { warn: () => undefined }, metrics: createMetrics(), clock: () => now + 1 })
    other.note(full)
    other.note(limited)
    board.report('ingest-1', other.list(), createVitals(['ingest'], () => now).read())
    board.report('ingest-2', noWarnings.list())
    expect(board.list('one').map(({ kind }) => kind)).to.have.members(['log_full', 'key_rate_limited'])
    expect(board.list('two').map(({ kind, organizationId }) => [kind, organizationId])).to.deep.equal([
      ['log_full', ''],
      ['key_rate_limited', 'two'],
    ])
    const rolesOf = () => board.processes().flatMap(({ vitals: { roles } }) => roles)
    expect(rolesOf(), 'the second is of an older version').to.deep.equal(['control-plane', 'ingest'])
    now += 30_001
    expect(board.list('one')).to.deep.equal([])
    expect(rolesOf()).to.deep.equal(['control-plane'])
  })
})
