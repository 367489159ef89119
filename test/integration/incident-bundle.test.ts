import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { run as runCommand } from '../../services/cli/test/support/run.js'
import { otlpTelemetry } from '../support/otlp-telemetry.js'
import { feedIncident } from '../incidents/feed-incident.js'
import { generateIncident } from '../incidents/generate-incident.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { toInstallation } from '../support/to-installation.js'

/** Every query with an absolute time range whose response is specific to it. */
const questions = [
  'errors/?limit=1000',
  'logs/?limit=1000',
  'metrics/?limit=10000',
  'traces/?limit=1000',
  'stats/?',
  'app-metrics/?',
  'app-metrics/?name=orders.placed',
  'services/?interval_seconds=60',
  'dependencies/?',
  'log-patterns/?split=SPLIT',
  'error-groups/?split=SPLIT',
  'metric-series/?interval_seconds=60',
  'operations/?split=SPLIT',
  'trace-samples/?split=SPLIT',
  'data-point-metrics/?',
  'data-points/?name=duration&aggregate=p90',
  'data-points/?name=size&aggregate=p90',
  'data-points/?name=age&aggregate=p50',
  'data-points/?name=orders&aggregate=sum&group_by=queue',
  'cluster/overview/?hours_back=3',
  'cluster/nodes/?hours_back=3',
  'cluster/top/?hours_back=3',
]

interface Times {
  start: string
  end: string
}

const run = (args: string[], { url, apiKey }: InProcessSignalbox) =>
  runCommand([...args, '--url', url, '--api-key', apiKey])

/** An incident, along with what SDKs send: errors with stack traces, transactions, metrics. */
async function fill(signalbox: InProcessSignalbox, now: number): Promise<void> {
  const incident = generateIncident('delayed-leak', 3)
  await feedIncident(toInstallation(signalbox), incident, now)
  const send = (items: string[]) => toInstallation(signalbox).sendEnvelope(signalbox.project, items.join('\n'))
  for (let index = 0; index < 30; index++) {
    const id = index.toString(16).padStart(32, 'a')
    const timestamp = (now - 600_000 + index * 1_000) / 1_000
    const frames = [
      { function: index % 2 ? 'pay' : 'refund', filename: 'src/pay.ts', lineno: 10 + index, in_app: true },
    ]
    const event = {
      timestamp,
      platform: 'node',
      release: 'shop@1.2.3',
      environment: 'production',
      tags: { region: 'eu' },
      user: { id: `u${index}` },
      exception: { values: [{ type: 'TypeError', value: `x is undefined in order ${index}`, stacktrace: { frames } }] },
    }
    await send([JSON.stringify({ event_id: id }), '{"type":"event"}', JSON.stringify(event)])
  }
  const trace = 'c'.repeat(32)
  const transaction = {
    type: 'transaction',
    transaction: 'GET /cart',
    start_timestamp: (now - 500_000) / 1_000 + 0.000123,
    timestamp: (now - 499_000) / 1_000,
    contexts: { trace: { trace_id: trace, span_id: 'd'.repeat(16), op: 'http.server', status: 'internal_error' } },
    spans: [
      {
        trace_id: trace,
        span_id: 'e'.repeat(16),
        parent_span_id: 'd'.repeat(16),
        op: 'db.query',
        description: 'SELECT 1',
        start_timestamp: (now - 499_900) / 1_000,
        timestamp: (now - 499_500) / 1_000,
      },
    ],
  }
  await send(['{}', '{"type":"transaction"}', JSON.stringify(transaction)])
  const metrics = JSON.stringify({
    items: [1, 2].map((value) => ({
      timestamp: (now - 400_000) / 1_000 + value,
      trace_id: trace,
      name: 'orders.placed',
      type: 'counter',
      unit: 'none',
      value,
      attributes: { plan: { value: 'gold', type: 'string' } },
    })),
  })
  await sendOtlp(signalbox, now - 300_000)
  const header = { type: 'trace_metric', item_count: 2, content_type: 'application/vnd.sentry.items.trace-metric+json' }
  await send(['{}', JSON.stringify({ ...header, length: Buffer.byteLength(metrics) }), metrics])
}

/** The same with and without a project. */
async function sendOtlp({ url, apiKey, project }: InProcessSignalbox, timeMs: number): Promise<void> {
  const ways = [
    { base: `${url}/v1`, headers: { authorization: `Bearer ${apiKey}` } },
    {
      base: `${url}/api/${project.number}/integration/otlp/v1`,
      headers: { 'x-sentry-auth': `sentry sentry_key=${project.publicKey}` },
    },
  ]
  for (const [index, { base, headers }] of ways.entries()) {
    for (const [signal, body] of Object.entries(otlpTelemetry(`orders-${index}`, 16 * index, timeMs + index * 1_000))) {
      const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
      const { status } = await fetch(`${base}/${signal}`, { ...sent, body: JSON.stringify(body) })
      expect(status).to.equal(200)
    }
  }
}

async function ask(signalbox: InProcessSignalbox, { start, end }: Times): Promise<Record<string, unknown>> {
  const split = new Date(Date.parse(end) - 1_200_000).toISOString()
  const answers: Record<string, unknown> = {}
  for (const question of questions) {
    const range = question.startsWith('cluster') ? `&end=${end}` : `&start=${start}&end=${end}`
    const path = `/api/v1/telemetry/query/${question.replace('SPLIT', split)}${range}`
    const { status, body } = await signalbox.call('GET', path)
    expect(status, `${path}: ${JSON.stringify(body)}`).to.equal(200)
    answers[question] = body
  }
  const { body } = await signalbox.call('GET', `/api/v1/changes/?start=${start}&end=${end}&limit=1000`)
  answers['changes'] = withoutIds(body)
  return answers
}

/** Data that no query returns in full: OTLP items, each as one text. */
async function readOtlp(signalbox: InProcessSignalbox): Promise<string[]> {
  const tables = {
    spans:
      'trace_id, span_id, parent_span_id, start_time, duration_us, operation, status, http_status, is_http_entry, events, links, mapSort(resource)',
    logs: 'timestamp, level, severity_number, body, trace_id, span_id, release, environment, sdk_name',
    data_points:
      'name, timestamp, start_time, unit, temporality, is_monotonic, value, count, sum, min, max, bounds, counts, ' +
      'quantiles, quantile_values, trace_id, mapSort(resource)',
  }
  const items = await Promise.all(
    Object.entries(tables).map(([table, columns]) => {
      const whole = `toString((project_id = '', service, ${columns}, mapSort(attributes)))`
      return signalbox.readColumn(table, `if(startsWith(service, 'orders-'), ${whole}, '')`)
    }),
  )
  return items.flat().filter((item) => item !== '')
}

/**
 * Removes ids that each installation assigns (projects, issues, changes and deployments), and exponential histograms in
 * their received form.
 */
function withoutIds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) => {
      if (['change_id', 'project_id', 'issue_id'].includes(key)) return undefined
      if (each === 'exponential_histogram') return 'histogram'
      const isDeployment = typeof each === 'object' && each !== null && 'kind' in each && each.kind === 'deployment'
      return isDeployment ? { ...each, id: 'own' } : each
    }),
  ) as unknown
}

describe('incident bundle', () => {
  let directory: string
  let file: string

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-bundle-'))
    file = join(directory, 'incident.ndjson.gz')
  })

  after(() => rm(directory, { recursive: true, force: true }))

  it('gives another installation the same answers for its time range, and importing it twice changes nothing', async () => {
    const now = Math.floor(Date.now() / 60_000) * 60_000
    const times = { start: new Date(now - 3 * 3_600_000).toISOString(), end: new Date(now).toISOString() }
    const source = await startInProcess()
    let expected: Record<string, unknown>
    let stored: string[]
    try {
      await fill(source, now)
      await eventually(async () => {
        expect(await source.readColumn('app_metrics', 'name')).to.have.length(2)
        expect(await source.readColumn('events', 'event_id')).to.have.length(30)
        expect(await source.readColumn('data_points', 'name')).to.have.length(10)
      })
      stored = await readOtlp(source)
      expected = await ask(source, times)
      const { code, err, out } = await run(
        ['incident', 'export', '--start', times.start, '--end', times.end, '-o', file, '--json'],
        source,
      )
      expect({ code, err }).to.deep.equal({ code: 0, err: '' })
      expect(JSON.parse(out)).to.have.nested.include({
        'counts.event': 30,
        'counts.app_metric': 2,
        'counts.data_point': 10,
      })
    } finally {
      await source.close()
    }
    const target = await startInProcess()
    try {
      const first = await run(['incident', 'import', file, '--json'], target)
      expect({ code: first.code, err: first.err }).to.deep.equal({ code: 0, err: '' })
      expect(await readOtlp(target)).to.have.members(stored)
      const actual = await ask(target, times)
      for (const [question, answer] of Object.entries(expected)) {
        expect(withoutIds(actual[question]), question).to.deep.equal(withoutIds(answer))
      }
      const second = await run(['incident', 'import', file, '--json'], target)
      const { sent } = JSON.parse(second.out) as { sent: Record<string, number> }
      expect(Object.values(sent).every((count) => count === 0)).to.equal(true)
      expect(await target.readColumn('events', 'event_id')).to.have.length(30)
    } finally {
      await target.close()
    }
  })

  it('is rejected with a reason if it is truncated or not a bundle', async () => {
    const target = await startInProcess()
    try {
      const whole = await readFile(file)
      await writeFile(join(directory, 'cut.gz'), whole.subarray(0, whole.length - 500))
      await writeFile(join(directory, 'text.gz'), 'hello')
      const cut = await run(['incident', 'import', join(directory, 'cut.gz')], target)
      expect(cut.code).to.equal(1)
      expect(cut.err).to.match(/cannot be read|is incomplete|not an incident bundle/)
      const text = await run(['incident', 'import', join(directory, 'text.gz')], target)
      expect(text.code).to.equal(1)
      expect(text.err).to.contain('cannot be read')
    } finally {
      await target.close()
    }
  })
})
