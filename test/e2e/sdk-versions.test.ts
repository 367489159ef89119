import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'

const run = promisify(execFile)
const appFile = fileURLToPath(new URL('./sdk/node-everything.mjs', import.meta.url))
const query = '/api/v1/telemetry/query'

interface Raised {
  version: string
  error: string
  chained: string
  message: string
  errorInTrace: string
  trace: { traceId: string; spanId: string }
  logs: { level: string; body: string }[]
  metrics: { name: string; type: string; value: number }[]
  checkIn: string
  feedback: string
}

interface TraceNode {
  span_id: string
  operation: string
  errors: { event_id: string }[]
  children: TraceNode[]
}

interface EventDetail {
  exception_type: string
  exception_value: string
  level: string
  message: string
  release: string
  environment: string
  stack_trace: string
  tags: Record<string, string>
  user: Record<string, string> | null
  event: { extra?: Record<string, unknown> }
  attachments: { name: string; size: number; sha256: string; download_url: string }[]
  feedback: { feedback_id: string }[]
}

let signalbox: SignalboxProcess

for (const module of ['sentry-node-8', '@sentry/node', 'sentry-node-11']) {
  describe(`an application that uses every feature of ${module}`, () => {
    let project: Project
    let raised: Raised

    const read = <T>(path: string) => signalbox.get<T>(path)
    const inProject = () => `project_id=${project.id}&since=1h`

    before(async () => {
      signalbox = await startSignalbox()
      project = await signalbox.createProject('shop')
      const env = { ...process.env, SENTRY_DSN: project.dsn, SDK_MODULE: module }
      const { stdout } = await run(process.execPath, [appFile], { env })
      raised = JSON.parse(stdout) as Raised
    })
    after(() => signalbox.dispose())

    it('shows its error with tags, user, stack, file and feedback, without the secret', async () => {
      const event = await eventually(() => read<EventDetail>(`${query}/events/${raised.error}/`))
      expect(event).to.include({
        exception_type: 'TypeError',
        exception_value: 'card declined for order 1',
        level: 'error',
        release: 'shop@2.0.0',
        environment: 'staging',
      })
      expect(event.tags).to.include({ region: 'eu-west' })
      expect(event.user).to.include({ id: 'u-17', email: 'ada@example.com' })
      expect(event.stack_trace).to.match(/chargeCard.*node-everything\.mjs/)
      expect(event.event.extra?.['password']).to.equal('[Filtered]')
      const content = 'order 1\nthree books'
      const [file] = event.attachments
      expect(file).to.include({ name: 'order.txt', sha256: createHash('sha256').update(content).digest('hex') })
      const download = await fetch(new URL(file!.download_url, signalbox.url), {
        headers: { authorization: `Bearer ${signalbox.apiKey}` },
      })
      expect(await download.text()).to.equal(content)
      await eventually(async () => {
        const { feedback } = await read<EventDetail>(`${query}/events/${raised.error}/`)
        expect(feedback.map(({ feedback_id }) => feedback_id)).to.deep.equal([raised.feedback])
      })
    })

    it("shows an error's cause, and its message", async () => {
      const chained = await eventually(() => read<EventDetail>(`${query}/events/${raised.chained}/`))
      expect(chained.exception_value).to.equal('order failed')
      expect(chained.stack_trace).to.contain('connection refused')
      const message = await eventually(() => read<EventDetail>(`${query}/events/${raised.message}/`))
      expect(message).to.include({ message: 'disk almost full', level: 'warning', exception_type: '' })
    })

    it('shows its trace as a tree with the error in it', async () => {
      const root = await eventually(async () => {
        const trace = await read<{ roots: TraceNode[] }>(`${query}/trace/${raised.trace.traceId}/`)
        const found = trace.roots.find(({ span_id }) => span_id === raised.trace.spanId)
        expect(found?.children).to.have.length(2)
        return found!
      })
      expect(root.operation).to.equal('POST /checkout')
      expect(root.children.map(({ operation }) => operation).sort()).to.deep.equal(['SELECT orders', 'charge'])
      await eventually(async () => {
        const trace = await read<{ roots: TraceNode[] }>(`${query}/trace/${raised.trace.traceId}/`)
        const errors = trace.roots.flatMap((node) => node.errors.map(({ event_id }) => event_id))
        expect(errors).to.include(raised.errorInTrace)
      })
    })

    it('shows its logs and metrics, as far as the SDK supports them', async () => {
      await eventually(async () => {
        const { logs } = await read<{ logs: Raised['logs'] }>(`${query}/logs/?${inProject()}`)
        const got = logs.map(({ level, body }) => ({ level, body }))
        expect(got).to.have.deep.members(raised.logs)
      })
      for (const { name, type, value } of raised.metrics) {
        await eventually(async () => {
          const answer = await read<{ type: string; samples: { value: number }[] }>(
            `${query}/app-metrics/?name=${name}&${inProject()}`,
          )
          expect(answer.samples.map((sample) => sample.value)).to.deep.equal([value])
          expect(answer.type).to.equal(type)
        })
      }
    })

    it('shows its monitor with the finished run', async () => {
      await eventually(async () => {
        const { monitors } = await read<{ monitors: Record<string, unknown>[] }>(`${query}/monitors/?${inProject()}`)
        expect(monitors).to.have.length(1)
        expect(monitors[0]).to.include({ slug: 'nightly-billing', checkin_margin_minutes: 5, max_runtime_minutes: 10 })
        const [latest] = monitors[0]!['recent'] as Record<string, unknown>[]
        expect(latest).to.include({
          check_in_id: raised.checkIn.replaceAll('-', ''),
          status: 'ok',
          duration_ms: 12_500,
        })
      })
    })

    it("shows its feedback and the release's health", async () => {
      await eventually(async () => {
        const { feedback } = await read<{ feedback: Record<string, unknown>[] }>(`${query}/feedback/?${inProject()}`)
        expect(feedback).to.have.length(1)
        expect(feedback[0]).to.include({
          feedback_id: raised.feedback,
          message: 'It broke\nwhen I clicked',
          name: 'Bob',
          contact_email: 'bob@example.com',
          associated_event_id: raised.error,
        })
      })
      await eventually(async () => {
        type Releases = { releases: { release: string; sessions: { total: number; errored: number } }[] }
        const { releases } = await read<Releases>(`${query}/releases/?${inProject()}`)
        const health = releases.find(({ release }) => release === 'shop@2.0.0')?.sessions
        expect(health?.total).to.be.greaterThan(0)
        expect(health?.errored).to.be.greaterThan(0)
      })
    })

    it('leaves nothing unaccounted for: everything received is stored', async () => {
      await eventually(async () => {
        const { totals } = await read<{ totals: Record<string, number> }>(`${query}/outcomes/?${inProject()}`)
        expect(totals['stored']).to.equal(totals['received'])
        expect(totals['received']).to.be.greaterThan(10)
      })
    })
  })
}
