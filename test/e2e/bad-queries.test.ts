import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { sendRaw } from '../support/raw-request.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'
import { createSample, createSpan } from '../support/telemetry.js'

interface Problem {
  status: number
  code: string
  errors?: { in: string; name: string; detail: string }[]
}
const query = '/api/v1/telemetry/query'

describe('hostile input in queries', () => {
  let signalbox: SignalboxProcess

  const get = async (path: string) => {
    const answer = await sendRaw(signalbox.url, path, { headers: { authorization: `Bearer ${signalbox.apiKey}` } })
    return { status: answer.status, body: JSON.parse(answer.body) as Problem & Record<string, unknown> }
  }
  const expectRefused = async (path: string, name: string, detail = /./) => {
    const { status, body } = await get(path)
    expect(status, path).to.equal(400)
    const fault = body.errors?.find((error) => error.name === name)
    expect(fault, `${path}: ${JSON.stringify(body)}`).to.include({ in: 'query' })
    expect(fault?.detail, path).to.match(detail)
  }

  // Data that wildcards and always-true conditions would match.
  before(async () => {
    signalbox = await startSignalbox()
    const { number, publicKey } = await signalbox.createProject('good')
    const samples = [createSample({ cluster: 'good', namespace: 'good', pod: 'good', container: 'good' })]
    await signalbox.call('POST', '/api/v1/telemetry/metrics', { metrics: samples })
    await signalbox.call('POST', '/api/v1/telemetry/spans', {
      spans: [createSpan({ service: 'good', operation: 'good' })],
    })
    const path = `/api/${number}/envelope/?sentry_key=${publicKey}`
    await sendRaw(signalbox.url, path, { method: 'POST', body: '{}\n{"type":"event"}\n{"message":"good"}' })
  })
  after(async () => {
    const output = signalbox.output()
    await signalbox.dispose()
    expect(output).not.to.match(/"level":(50|60)|Uncaught|unhandled/i)
  })

  const hostile = [
    `'`,
    `"`,
    `\\`,
    `' OR 1=1 --`,
    `'; DROP TABLE spans; --`,
    '%',
    '_',
    '%good%',
    'g__d',
    'goo%',
    '.*',
    '{x:String}',
    '🎈',
  ]
  const textParameters: [path: string, names: string[], totalField: string][] = [
    [`${query}/metrics/`, ['cluster', 'namespace', 'pod', 'container', 'metric'], 'total'],
    [`${query}/traces/`, ['service', 'operation'], 'total'],
    [`${query}/errors/`, ['search'], 'total'],
    ['/api/v1/telemetry/errors?action=search', ['query'], 'total'],
    [`${query}/cluster/overview/`, ['cluster'], 'cluster.node_count'],
    [`${query}/cluster/nodes/`, ['cluster'], 'node_count'],
    [`${query}/cluster/top/`, ['cluster'], 'top_consumers.length'],
  ]
  const withParameter = (path: string, name: string, value: string) =>
    `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`

  it('matches literally in every text parameter: 200 with no results', async () => {
    await eventually(async () => {
      expect((await get(`${query}/metrics/?cluster=good`)).body)
        .to.have.property('total')
        .that.is.greaterThan(0)
      expect((await get(`${query}/traces/?service=good`)).body)
        .to.have.property('total')
        .that.is.greaterThan(0)
      expect((await get(`${query}/errors/?search=GOOD`)).body)
        .to.have.property('total')
        .that.is.greaterThan(0)
    })
    for (const [path, parameters, totalField] of textParameters) {
      for (const name of parameters) {
        for (const value of hostile) {
          const { status, body } = await get(withParameter(path, name, value))
          expect(status, `${name}=${value}`).to.equal(200)
          expect(body, `${path} ${name}=${value}`).to.have.nested.property(totalField, 0)
        }
      }
    }
  })

  it('is rejected in text parameters that are empty, repeated or too long', async () => {
    for (const [path, parameters] of textParameters) {
      for (const name of parameters) {
        await expectRefused(withParameter(path, name, ''), name)
        await expectRefused(withParameter(path, name, 'x'.repeat(1_001)), name)
        await expectRefused(`${withParameter(path, name, 'a')}&${name}=b`, name, /once/)
      }
    }
  })

  it('is rejected in ids', async () => {
    for (const value of [
      ...hostile,
      '',
      '0',
      '-1',
      '9'.repeat(30),
      'x'.repeat(65),
      '00000000-0000-0000-0000-000000000000',
    ]) {
      for (const path of [
        `${query}/errors/`,
        `${query}/traces/`,
        `${query}/stats/`,
        '/api/v1/telemetry/errors?action=recent',
      ]) {
        const { status } = await get(withParameter(path, 'project_id', value))
        expect(status, `project_id=${value}`).to.be.oneOf([400, 404])
      }
    }
    for (const value of [...hostile, '', 'g'.repeat(32), 'a'.repeat(31), 'a'.repeat(33)]) {
      await expectRefused(withParameter(`${query}/errors/`, 'event_id', value), 'event_id')
    }
    for (const value of [...hostile, '1', 'a'.repeat(32), '00000000-0000-0000-0000-000000000000']) {
      const path = `/api/v1/organization/api-keys/${encodeURIComponent(value)}/`
      const { status } = await signalbox.call('DELETE', path)
      expect(status, path).to.be.oneOf([400, 404])
    }
  })

  it('is rejected in numbers that are out of range, malformed, empty or repeated', async () => {
    const noNumber = [
      '',
      ' ',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      '+1',
      'abc',
      'NaN',
      'Infinity',
      'null',
      '٣',
      "1'",
      '1;2',
      '9'.repeat(40),
    ]
    const numbers: [path: string, name: string, outside: string[]][] = [
      [`${query}/errors/`, 'limit', ['0', '1001']],
      [`${query}/errors/`, 'offset', ['1000001']],
      [`${query}/metrics/`, 'limit', ['0', '10001']],
      [`${query}/metrics/`, 'offset', ['1000001']],
      [`${query}/traces/`, 'limit', ['0', '1001']],
      [`${query}/traces/`, 'offset', ['1000001']],
      [`${query}/traces/`, 'min_duration_ms', ['2678400001']],
      ['/api/v1/telemetry/errors?action=recent', 'hours_back', ['0', '2161']],
      ['/api/v1/telemetry/errors?action=recent', 'limit', ['0', '1001']],
      ['/api/v1/telemetry/errors?action=recent', 'offset', ['1000001']],
      [`${query}/cluster/overview/`, 'hours_back', ['0', '25']],
      [`${query}/cluster/nodes/`, 'hours_back', ['0', '25']],
      [`${query}/cluster/top/`, 'hours_back', ['0', '25']],
      [`${query}/cluster/top/`, 'limit', ['0', '51']],
    ]
    for (const [path, name, outside] of numbers) {
      for (const value of [...noNumber, ...outside])
        await expectRefused(withParameter(path, name, value), name, /integer/)
      await expectRefused(`${withParameter(path, name, '1')}&${name}=1`, name, /once/)
    }
  })

  it('is rejected in enumerations, with the list of valid values', async () => {
    const words: [path: string, name: string, allowed: RegExp][] = [
      [`${query}/errors/`, 'since', /1h, 6h, 24h, 7d, 30d/],
      [`${query}/metrics/`, 'since', /5m, 15m, 1h, 6h, 24h/],
      [`${query}/traces/`, 'since', /1h/],
      [`${query}/stats/`, 'since', /1h/],
      [`${query}/errors/`, 'level', /error, warning, info/],
      [`${query}/cluster/top/`, 'resource', /cpu, memory/],
      ['/api/v1/telemetry/errors', 'action', /recent, search/],
    ]
    for (const [path, name, allowed] of words) {
      for (const value of ['', 'x', '1H', '0h', "1h'", 'constructor']) {
        await expectRefused(withParameter(path, name, value), name, allowed)
      }
    }
    await expectRefused('/api/v1/telemetry/errors', 'action')
    await expectRefused('/api/v1/telemetry/errors?action=search', 'query')
  })

  it('is rejected in invalid times and in ranges that are empty or too long', async () => {
    for (const route of ['errors', 'metrics', 'traces', 'stats']) {
      const path = `${query}/${route}/`
      for (const value of ['', 'yesterday', '1', '2026-02-30', '2026-01-01T25:00:00Z', "2026-01-01'"]) {
        await expectRefused(withParameter(path, 'start', value), 'start', /timestamp/)
        await expectRefused(withParameter(path, 'end', value), 'end', /timestamp/)
      }
      await expectRefused(`${path}?start=2026-01-02&end=2026-01-01`, 'start', /before end/)
      await expectRefused(`${path}?start=2026-01-01&end=2026-01-01`, 'start', /before end/)
      await expectRefused(`${path}?start=2020-01-01&end=2026-01-01`, 'start', /400 days/)
      await expectRefused(`${path}?start=2026-01-01&start=2026-01-01`, 'start', /once/)
    }
  })
})
