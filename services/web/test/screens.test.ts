import { expect } from 'chai'
import { describeDifference } from '../src/screens/settings/describe-difference.js'
import { isPartOf } from '../src/screens/deployment/is-part-of.js'
import { readSeries } from '../src/screens/deployment/read-series.js'
import { readResultSeries } from '../src/screens/session/read-result-series.js'
import { nameBrowser } from '../src/screens/settings/name-browser.js'
import { groupFindings } from '../src/screens/issue/group-findings.js'
import { splitCode } from '../src/screens/first-run/highlight.js'
import { allPlatforms, toSnippetProject } from '../src/screens/first-run/platforms/all-platforms.js'

describe('two versions of settings', () => {
  it('differ by lines that name the setting, groups taken apart, the version left out', () => {
    const before = { version: 1, domains: ['*'], spikes: { enabled: true, most: 10 } }
    const after = { version: 2, domains: ['a', 'b'], spikes: { enabled: true, most: 20 } }
    expect(describeDifference(before, after)).to.deep.equal(['domains: ["*"] → ["a","b"]', 'spikes.most: 10 → 20'])
  })
})

describe('the minutes around a deployment', () => {
  it('are gaps where nothing was sent, and a share only where there were requests', () => {
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
})

describe('a change', () => {
  it('is in a deployment unless a service or a repository that both name tells them apart', () => {
    const deployment = { service: 'checkout', repository_full_name: 'acme/Checkout' }
    const commit = { kind: 'commit' as const, service: null, repository: null }
    expect(isPartOf(commit, deployment)).to.equal(true)
    expect(isPartOf({ ...commit, repository: 'acme/checkout' }, deployment)).to.equal(true)
    expect(isPartOf({ ...commit, repository: 'acme/payments' }, deployment)).to.equal(false)
    expect(isPartOf({ ...commit, service: 'payments' }, deployment)).to.equal(false)
    expect(isPartOf({ ...commit, kind: 'deployment' }, deployment)).to.equal(false)
  })
})

describe('snippets of platforms', () => {
  it('leave out a name that would end a text of the program', () => {
    const names = ['checkout', "it's", '"); evil("']
    expect(names.map((name) => toSnippetProject({ dsn: 'http://k@h/1', name }).greeting)).to.deep.equal([
      'hello from checkout',
      'hello',
      'hello',
    ])
  })

  it('are coloured without losing a character', () => {
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

  it('is lines over time where it holds points, each on the times of all', () => {
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

  it('is none where nothing is over time', () => {
    for (const result of [undefined, [], { rows: [{ total: 1 }] }, { series: [{ points: [{ value: 1 }] }] }]) {
      expect(readResultSeries(result)).to.equal(undefined)
    }
  })
})

describe('the browser of a session', () => {
  it('is named by what it calls itself, and by its own words where nobody knows it', () => {
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

describe('what is wrong with the frames of an event', () => {
  it('is said once for all that share it, the crash first, and not of frames that are fine', () => {
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
    const problems = groupFindings(frames)
    expect(problems.map(({ finding, frames: of }) => [finding, of.map(({ frame: index }) => index)])).to.deep.equal([
      ['not_uploaded', [3, 1]],
      ['map_missing', [2]],
    ])
  })
})
