import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { ErrorEvent, TraceSummary } from '@signalbox/contracts'
import { eventually } from '../support/eventually.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'

const run = promisify(execFile)
const appFile = fileURLToPath(new URL('./sdk/node-app.mjs', import.meta.url))

describe('an application with an unchanged @sentry/node', () => {
  let signalbox: SignalboxProcess
  let project: Project
  let raised: Record<'first' | 'second' | 'chained' | 'message' | 'traceId', string>

  const find = async (id: string): Promise<ErrorEvent> => {
    const answer = await signalbox.get<{ events: ErrorEvent[] }>(`/api/v1/telemetry/query/errors/?event_id=${id}`)
    const [event] = answer.events
    if (!event) throw new Error(`event ${id} is not there yet`)
    return event
  }

  before(async () => {
    signalbox = await startSignalbox()
    project = await signalbox.createProject('shop')
    const { stdout } = await run(process.execPath, [appFile], { env: { ...process.env, SENTRY_DSN: project.dsn } })
    raised = JSON.parse(stdout) as typeof raised
  })
  after(() => signalbox.dispose())

  it('shows its error in the errors query', async () => {
    const event = await eventually(() => find(raised.first))
    expect(event).to.include({
      exception_type: 'TypeError',
      exception_value: 'card declined for order 1',
      level: 'error',
      platform: 'node',
      sdk_name: 'sentry.javascript.node',
      release: 'shop@1.2.3',
      environment: 'staging',
      project_id: project.id,
    })
    expect(event.tags).to.include({ region: 'eu-west', retries: '3' })
    expect(event.user).to.include({ id: 'u-17' })
    expect(event.stack_trace).to.match(/chargeCard.*node-app\.mjs/)
  })

  it('creates one issue for repeated errors, and another for a different error', async () => {
    const [first, second, chained] = await eventually(() =>
      Promise.all([find(raised.first), find(raised.second), find(raised.chained)]),
    )
    expect(second.fingerprint).to.equal(first.fingerprint)
    expect(chained.fingerprint).not.to.equal(first.fingerprint)
  })

  it("stores an error's cause", async () => {
    const event = await eventually(() => find(raised.chained))
    expect(event.exception_value).to.equal('order failed')
    expect(event.stack_trace).to.contain('connection refused')
  })

  it('shows its message with its level and without an exception', async () => {
    const event = await eventually(() => find(raised.message))
    expect(event).to.include({ message: 'disk almost full', level: 'warning', exception_type: '' })
  })

  it('shows its trace with both spans', async () => {
    const trace = await eventually(async () => {
      const answer = await signalbox.get<{ traces: TraceSummary[] }>(
        `/api/v1/telemetry/query/traces/?project_id=${project.number}&operation=${encodeURIComponent('POST /checkout')}`,
      )
      const found = answer.traces.find(({ trace_id }) => trace_id === raised.traceId)
      if (!found) throw new Error('the trace is not there yet')
      return found
    })
    expect(trace.span_count).to.equal(2)
    expect(trace.services).to.deep.equal(['shop'])
    expect(trace.root_span).to.include({ operation: 'POST /checkout', status: 'ok', service: 'shop' })
  })
})
