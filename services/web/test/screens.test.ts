import type { AppMetricSeries, Warning } from '@signalbox/contracts'
import { expect } from 'chai'
import { describeLosses } from '../src/frame/describe-losses.js'
import { describeWarnings } from '../src/frame/describe-warnings.js'
import { readHistory } from '../src/screens/system/read-history.js'
import { readLedger } from '../src/screens/system/read-ledger.js'
import { describeDifference } from '../src/screens/settings/describe-difference.js'
import { createFormat, nameUnit } from '../src/parts/metric/format-metric.js'
import { readFilters, writeFilters } from '../src/screens/metrics/filters.js'
import { readMetricsSearch } from '../src/screens/metrics/metrics-search.js'
import { readAppLines, readPointLines } from '../src/screens/metrics/read-lines.js'
import { readAgentsSearch } from '../src/screens/agents/agents-search.js'
import { isPartOf } from '../src/screens/deployment/is-part-of.js'
import { readSeries } from '../src/screens/deployment/read-series.js'
import { readResultSeries } from '../src/screens/session/read-result-series.js'
import { nameBrowser } from '../src/screens/settings/name-browser.js'
import { groupFindings } from '../src/screens/issue/group-findings.js'
import { stateTag } from '../src/parts/issue/state-words.js'
import { formatLikelihood } from '../src/parts/numbers/format-number.js'
import { leadOf } from '../src/parts/session/lead-of.js'
import { splitSummary } from '../src/parts/session/split-summary.js'
import { splitCode } from '../src/parts/code/split-code.js'
import { allPlatforms, toSnippetProject } from '../src/screens/first-run/platforms/all-platforms.js'

describe("a session's outcome", () => {
  it('is its first sentence, however many sentences it quotes', () => {
    const text = 'It began with "Error: no route. Try again" at 02:06. Roll 2.14.0 back. "x" follows.'
    expect(splitSummary(text)).to.deep.equal({
      first: 'It began with "Error: no route. Try again" at 02:06.',
      rest: 'Roll 2.14.0 back. "x" follows.',
    })
    expect(splitSummary('Node.js 22.1 is fine.')).to.deep.equal({ first: 'Node.js 22.1 is fine.', rest: '' })
  })
})

describe("the summary on an issue's page", () => {
  const summary =
    'It hit 7 users. All are in production. The cause is commit 4be91c7a "Reuse. One client". Roll it back. More.'
  const cause = { kind: 'commit', commit_sha: '4be91c7a52d0', change_id: null, mechanism: '' } as const

  it('is the sentence that names the cause, and the next', () => {
    expect(leadOf({ summary, cause })).to.equal('The cause is commit 4be91c7a "Reuse. One client". Roll it back.')
  })

  it("is the report's beginning if it names no cause", () => {
    expect(leadOf({ summary, cause: null })).to.equal('It hit 7 users. All are in production.')
  })
})

describe('a probability', () => {
  it('is rounded to whole percents, never to certainty', () => {
    const said = [0.998, 0.798, 0.035, 0.0004, 1].map(formatLikelihood)
    expect(said).to.deep.equal(['99 %', '80 %', '3.5 %', '< 0.1 %', '100 %'])
  })
})

describe('an untouched issue', () => {
  it('is called new for a day, red in the first hour', () => {
    const tagAfter = (ms: number) =>
      stateTag(
        { status: 'unresolved', reason: 'new', first_seen_at: '2026-05-14T00:00:00.000Z' },
        Date.UTC(2026, 4, 14) + ms,
      )
    expect(tagAfter(1_000)).to.deep.equal({ tone: 'bad', text: 'New' })
    expect(tagAfter(3_600_000)).to.deep.equal({ text: 'New' })
    expect(tagAfter(86_400_000)).to.equal(undefined)
  })
})

describe('two settings versions', () => {
  it('differ by lines that name the setting, with groups split and the version omitted', () => {
    const before = { version: 1, domains: ['*'], spikes: { enabled: true, most: 10 } }
    const after = { version: 2, domains: ['a', 'b'], spikes: { enabled: true, most: 20 } }
    expect(describeDifference(before, after)).to.deep.equal(['domains: ["*"] → ["a","b"]', 'spikes.most: 10 → 20'])
  })
})

describe('the minutes around a deployment', () => {
  it('are gaps if nothing was sent, and have a share only if there were requests', () => {
    const point = { p50_ms: 1, p95_ms: 2, error_events: 3, logs: { info: 0, warn: 0, error: 0 } }
    const points = [
      { ...point, timestamp: '1970-01-01T00:00:00.000Z', requests: 4, errors: 1 },
      { ...point, timestamp: '1970-01-01T00:02:00.000Z', requests: 0, errors: 0 },
    ]
    const { times, failed, errorEvents } = readSeries(points, { startMs: 0, endMs: 180_000 })
    expect(times).to.deep.equal([0, 60_000, 120_000])
    expect(failed).to.deep.equal([0.25, null, null])
    expect(errorEvents).to.deep.equal([3, null, 3])
  })

  it('have no requests if none was ever traced', () => {
    const point = { p50_ms: null, p95_ms: null, error_events: 1, logs: { info: 0, warn: 0, error: 0 } }
    const points = [{ ...point, timestamp: '1970-01-01T00:00:00.000Z', requests: 0, errors: 0 }]
    expect(readSeries(points, { startMs: 0, endMs: 60_000 }).requests).to.deep.equal([null])
  })
})

describe("the session list's address", () => {
  it('contains origin and page, and nothing that the list does not have', () => {
    expect(readAgentsSearch({ origin: 'deployment', page: '2' })).to.deep.equal({ origin: 'deployment', page: '2' })
    expect(readAgentsSearch({ origin: 'toString', page: '1' })).to.deep.equal({})
    expect(readAgentsSearch({ page: '-3' })).to.deep.equal({})
  })
})

describe('a change', () => {
  it('is in a deployment unless a service or a repository of both distinguishes them', () => {
    const deployment = { service: 'checkout', repository_full_name: 'acme/Checkout' }
    const commit = { kind: 'commit' as const, service: null, repository: null }
    expect(isPartOf(commit, deployment)).to.equal(true)
    expect(isPartOf({ ...commit, repository: 'acme/checkout' }, deployment)).to.equal(true)
    expect(isPartOf({ ...commit, repository: 'acme/payments' }, deployment)).to.equal(false)
    expect(isPartOf({ ...commit, service: 'payments' }, deployment)).to.equal(false)
    expect(isPartOf({ ...commit, kind: 'deployment' }, deployment)).to.equal(false)
  })
})

describe('platform snippets', () => {
  it('omit a name that would end a string literal', () => {
    const names = ['checkout', "it's", '"); evil("']
    expect(names.map((name) => toSnippetProject({ dsn: 'http://k@h/1', name }).greeting)).to.deep.equal([
      'hello from checkout',
      'hello',
      'hello',
    ])
  })

  it('are colored without losing a character', () => {
    const project = toSnippetProject({ dsn: 'http://key@signals.example/1', name: 'checkout' })
    for (const { id, snippets } of allPlatforms) {
      for (const { text } of snippets(project)) {
        expect(
          splitCode(text)
            .map((part) => part.text)
            .join(''),
          id,
        ).to.equal(text)
      }
    }
  })
})

describe('a stored result', () => {
  const point = (minute: number, errors: number) => ({ timestamp: new Date(minute * 60_000).toISOString(), errors })

  it('is a line chart over time if it contains points, with shared times', () => {
    const result = {
      interval_seconds: 60,
      services: [
        { service: 'checkout', points: [point(0, 1), point(2, 3)] },
        { service: 'payments', points: [point(1, 5), point(2, 6)] },
      ],
    }
    const series = readResultSeries(result)
    expect(series?.times).to.deep.equal([0, 60_000, 120_000])
    expect(series?.measures).to.deep.equal(['errors'])
    expect(series?.lines.map(({ name, valuesOf }) => [name, valuesOf('errors')])).to.deep.equal([
      ['checkout', [1, null, 3]],
      ['payments', [null, 5, 6]],
    ])
  })

  it('is none if nothing is over time', () => {
    for (const result of [undefined, [], { rows: [{ total: 1 }] }, { series: [{ points: [{ value: 1 }] }] }]) {
      expect(readResultSeries(result)).to.equal(undefined)
    }
  })
})

describe("a session's browser", () => {
  it('is named if known, and shown as sent otherwise', () => {
    const agent = (rest: string) => `Mozilla/5.0 ${rest}`
    const names = [
      agent('(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
      agent(
        '(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0',
      ),
      agent(
        '(iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/604.1',
      ),
      'curl/8.9',
      '',
    ].map(nameBrowser)
    expect(names).to.deep.equal(['Firefox on Linux', 'Edge on Windows', 'Safari on iOS', 'curl/8.9', 'Unknown browser'])
  })
})

describe("problems with an event's frames", () => {
  it('are shown once for all affected frames, the crash first, without intact ones', () => {
    const frame = (index: number, more: object) => ({
      ...{ stack: 'exception/0', frame: index, function: `f${index}`, path: 'a.js', line: 1, column: index },
      ...{ debug_id: null, is_resolved: false, uploaded_at: null, advice: 'Upload it', command: null },
      ...{ finding: 'not_uploaded' as const, explanation: 'Nothing is uploaded' },
      ...more,
    })
    const frames = [
      frame(0, { finding: 'resolved' }),
      frame(1, {}),
      frame(2, { finding: 'map_missing', explanation: 'Its map is missing' }),
      frame(3, {}),
    ]
    const problems = groupFindings(frames, 'javascript')
    expect(problems.map(({ finding, frames: of }) => [finding, of.map(({ frame: index }) => index)])).to.deep.equal([
      ['not_uploaded', [3, 1]],
      ['map_missing', [2]],
    ])
  })

  it('do not include missing maps of a server-side program', () => {
    const frame = { stack: 'exception/0', frame: 0, function: 'f', path: '/app/a.js', line: 1, column: 1 }
    const said = { debug_id: null, is_resolved: false, uploaded_at: null, advice: null, command: null }
    const missing = { ...frame, ...said, finding: 'not_uploaded' as const, explanation: 'Nothing is uploaded' }
    expect(groupFindings([missing], 'node')).to.deep.equal([])
  })
})

describe('lost items', () => {
  it('are summed by reason, largest first, without intended drops', () => {
    const counts = [
      { outcome: 'stored' as const, reason: '', project_id: 'a', quantity: 900 },
      { outcome: 'dropped' as const, reason: 'filtered', project_id: 'a', quantity: 50 },
      { outcome: 'dead_lettered' as const, reason: 'pipeline_error', project_id: '', quantity: 1 },
      { outcome: 'rate_limited' as const, reason: 'quota_exceeded', project_id: 'a', quantity: 1_200 },
      { outcome: 'rate_limited' as const, reason: 'quota_exceeded', project_id: 'b', quantity: 4 },
    ]
    const names: Record<string, string> = { a: 'checkout', b: 'shop-web' }
    expect(describeLosses(counts, (id) => names[id]).map(({ text }) => text)).to.deep.equal([
      '1,204 items were rejected in the last hour (quota exceeded): checkout, shop-web',
      '1 item was not processed in the last hour (pipeline error): unknown project',
    ])
    const told = [{ kind: 'dead_letters' as const }]
    expect(describeLosses(counts, (id) => names[id], told).map(({ key }) => key)).to.deep.equal([
      'rate_limited quota_exceeded',
    ])
  })
})

describe("the installation's warnings", () => {
  const at = '2026-01-01T00:00:00Z'
  const warn = (kind: Warning['kind'], projectId: string | null): Warning => ({
    ...{ kind, subject: '', project_id: projectId, detail: 'x', count: 1, since: at, last_at: at },
  })

  it('are shown once per kind, with the affected projects', () => {
    const warnings = [warn('disk_low', null), warn('requests_refused', 'a'), warn('requests_refused', 'gone')]
    const nameOf = (id: string) => (id === 'a' ? 'checkout' : undefined)
    expect(describeWarnings(warnings, nameOf).map(({ text }) => text)).to.deep.equal([
      'The disk is nearly full',
      'Requests are being rejected: checkout, a project',
    ])
  })

  it('are next to a ledger by kind, without items that were never received', () => {
    const counts = [
      { kind: 'log', outcome: 'stored' as const, quantity: 5 },
      { kind: 'error', outcome: 'stored' as const, quantity: 7 },
      { kind: 'error', outcome: 'rate_limited' as const, quantity: 2 },
      { kind: 'error', outcome: 'client_discarded' as const, quantity: 99 },
    ]
    expect(readLedger(counts)).to.deep.equal([
      { kind: 'error', received: 9, stored: 7, dropped: 0, rate_limited: 2, dead_lettered: 0 },
      { kind: 'log', received: 5, stored: 5, dropped: 0, rate_limited: 0, dead_lettered: 0 },
    ])
  })
})

describe("the installation's history", () => {
  it('has a value per minute, and gaps without stored or known values', () => {
    const sample = (minute: number, lag: number | null) => ({
      ...{ at: new Date(minute * 60_000).toISOString(), lag_seconds: lag, disk_share: null },
    })
    const samples = [sample(1, 0.5), sample(2, null), sample(5, 3)]
    expect(readHistory(samples, ({ lag_seconds: lag }) => lag)).to.deep.equal({
      times: [60_000, 120_000, 180_000, 240_000, 300_000],
      values: [0.5, null, null, null, 3],
    })
    expect(readHistory([], () => 1)).to.deep.equal({ times: [], values: [] })
  })
})

describe('a metric over time', () => {
  const bounds = { startMs: Date.UTC(2026, 0, 1, 0, 0, 30), endMs: Date.UTC(2026, 0, 1, 0, 4, 30) }
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  const metric = { name: 'm', kind: 'sum', unit: '1', is_monotonic: true, series: 1, last_seen: at(4) } as const
  const answer = (aggregate: 'rate' | 'avg') => ({
    ...{ name: 'm', metric, aggregate, interval_seconds: 60, groups_left_out: 2 },
    series: [
      { group: { shop: 'a', zone: '' }, points: [0, 2, 4].map((minute) => ({ timestamp: at(minute), value: minute })) },
      { group: { shop: 'b', zone: 'x' }, points: [{ timestamp: at(1), value: 9 }] },
    ],
  })

  it('has gaps where nothing was sent, the highest line first, and no rate of an interval that is not over', () => {
    const read = readPointLines(answer('rate'), bounds)
    expect(read).to.deep.include({ aggregate: 'rate', type: 'sum', unit: '1', intervalMs: 60_000, leftOut: 2 })
    expect(read?.lines).to.deep.equal([
      { name: 'b · x', values: [null, 9, null, null], last: 9, least: 9, most: 9 },
      { name: 'a', values: [0, null, 2, null], last: 2, least: 0, most: 2 },
    ])
    expect(readPointLines(answer('avg'), bounds)?.lines[1]?.values).to.deep.equal([0, null, 2, null, 4])
    expect(readPointLines({ ...answer('avg'), metric: null }, bounds)).to.equal(undefined)
  })

  it('of an application has its own aggregates', () => {
    const point = { timestamp: at(1), count: 2, sum: 120, min: 1, max: 5, avg: 3, p50: 2, p95: 5 }
    const app: AppMetricSeries = {
      ...{ name: 'm', type: 'counter', unit: '', interval_seconds: 60, others_left_out: 0, samples: [], total: 2 },
      ...{ attributes_left_out: 0, series: [{ group: null, count: 2, points: [point] }] },
    }
    const read = (aggregate?: 'p99' | 'p95') => readAppLines(app, aggregate, bounds)
    expect(read()?.lines[0]?.last).to.equal(2)
    expect(read('p95')?.lines[0]?.last).to.equal(5)
    expect(read('p99')?.lines).to.deep.equal([])
  })

  it('is formatted in its unit; rates and counts of measurements have none', () => {
    const format = (type: string, unit: string, aggregate: 'avg' | 'rate' | 'p95', value: number) =>
      createFormat({ type, unit, aggregate })(value)
    expect(format('histogram', 's', 'p95', 0.25)).to.equal('250 ms')
    expect(format('histogram', 's', 'rate', 2)).to.equal('2/s')
    expect(format('gauge', 'By', 'avg', 2_048)).to.equal('2 KiB')
    expect(format('sum', '{request}', 'rate', 12.34)).to.equal('12.3/s')
    expect(format('gauge', 'Cel', 'avg', 21)).to.equal('21 Cel')
    expect(['{request}', '1{items}', 'By', 's', '1', 'Cel'].map(nameUnit)).to.deep.equal([
      'requests',
      'items',
      'bytes',
      'seconds',
      '',
      'Cel',
    ])
  })

  it('has any number of filters, whatever their values contain', () => {
    const filters = ['region:eu', 'plan:very large', 'quote:a "b" \\', 'url:http://x/?a=b']
    expect(readFilters(writeFilters(filters))).to.deep.equal(filters)
    expect(readFilters('region:eu  nothing :x "unclosed:y region:eu')).to.deep.equal(['region:eu', '"unclosed:y'])
  })

  it('is in the address, without what is not valid', () => {
    const search = { name: 'm', aggregate: 'p95', group_by: 'shop', attribute: 'a:b c:d' }
    expect(readMetricsSearch(search)).to.deep.equal(search)
    expect(readMetricsSearch({ name: '', aggregate: 'p42', attribute: 'none', group_by: 7 })).to.deep.equal({})
  })
})
