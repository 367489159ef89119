import { expect } from 'chai'
import type { EventDetail, LogEntry, TraceDetail, TraceNode } from '@signalbox/contracts'
import { eventually } from '../../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../../support/in-process-signalbox.js'
import { readDsnTarget, type DsnTarget } from '../../support/post-envelope.js'
import { buildProgram, listBuilt } from './programs.js'
import { incomingTrace, listRecordings, readRecording, replayRecording } from './recordings.js'
import type { RaisedError, Statement } from './statement.js'

describe('errors of SDKs in many languages', function () {
  this.timeout(600_000)
  let signalbox: InProcessSignalbox
  const said = new Map<string, Statement>()
  const built = listBuilt()

  before(async () => {
    // The first run fetches the SDKs, all in parallel.
    await Promise.all(built.map(buildProgram))
    signalbox = await startInProcess()
  })
  after(() => signalbox.close())

  for (const language of built) {
    it(`are returned as raised by the program in ${language}`, async () => {
      const runProgram = await buildProgram(language)
      const project = await createProject(language)
      const { host } = new URL(signalbox.url)
      const dsn = `http://${project.publicKey}@${host}/${project.number}`
      const statement = await runProgram(dsn, [...said.values()].at(-1)?.outgoing ?? incomingTrace)
      said.set(language, statement)
      await eventually(() => expectStatement(project, statement))
    })
  }

  it('are in one tree across all services that continued a trace', async () => {
    const [first, ...others] = [...said.values()].map(({ transaction }) => transaction)
    if (first === undefined) return
    const trace = await get<TraceDetail>(`trace/${first.trace_id}/`)
    expect(trace.services).to.have.members([...said.keys()])
    expect(trace.roots.map(({ span_id }) => span_id)).to.deep.equal([first.span_id])
    let [node] = trace.roots
    for (const { span_id } of others) {
      node = node?.children.find((child) => child.span_id === span_id)
      expect(node, span_id).not.to.equal(undefined)
    }
  })

  for (const file of listRecordings()) {
    it(`are answered as expected for the recording ${file}`, async () => {
      const recording = await readRecording(file)
      const project = await createProject(`kept of ${file}`)
      await replayRecording(recording, signalbox.url, project)
      await eventually(() => expectStatement(project, recording.statement))
    })
  }

  async function expectStatement(project: KnownProject, statement: Statement): Promise<void> {
    const { totals } = await get<{ totals: Record<string, number> }>(`outcomes/?${inProject(project)}`)
    expect(totals['stored']).to.equal(totals['received'])
    const { total } = await get<{ total: number }>(`errors/?${inProject(project)}`)
    expect(total).to.equal(statement.errors.length + 1)
    const events = await Promise.all(statement.errors.map((raised) => expectError(raised, statement)))
    const [one, two, three] = events.map(({ fingerprint }) => fingerprint)
    expect(two).to.equal(one)
    expect(three).not.to.equal(one)
    const { id, text } = statement.message
    const message = await get<EventDetail>(`events/${id}/`)
    expect(message).to.include({ message: text, level: 'warning', exception_type: '' })
    await expectTransaction(project, statement)
    await expectCheckIn(project, statement)
    const { logs } = await get<{ logs: LogEntry[] }>(`logs/?${inProject(project)}`)
    expect(logs.map(({ body }) => body)).to.deep.equal(statement.logs ?? [])
  }

  async function expectError(raised: RaisedError, { sdk, breadcrumbs, attachment }: Statement): Promise<EventDetail> {
    const event = await get<EventDetail>(`events/${raised.id}/`)
    expect(event, raised.value).to.include({
      exception_type: raised.type,
      exception_value: raised.value,
      handled: raised.handled,
      release: 'shop@1.4.0',
      environment: 'staging',
      sdk_name: sdk,
    })
    expect(event.culprit).to.contain(raised.culprit ?? raised.in)
    expect(event.stack_trace).to.contain(raised.in)
    for (const type of raised.chain) expect(event.stack_trace).to.contain(type)
    expect(event.tags).to.include({ region: 'eu-west' })
    expect(event.user).to.include({ id: 'u-17', email: 'ada@example.com' })
    expect(event.event).to.have.nested.property('breadcrumbs.length', breadcrumbs)
    const files = attachment ? [{ name: attachment.name, size: attachment.content.length }] : []
    expect(event.attachments.map(({ name, size }) => ({ name, size }))).to.deep.equal(files)
    return event
  }

  async function expectTransaction(project: KnownProject, { transaction, errors }: Statement): Promise<void> {
    const trace = await get<TraceDetail>(`trace/${transaction.trace_id}/`)
    const node = flatten(trace.roots).find(({ span_id }) => span_id === transaction.span_id)
    expect(node).to.include({ operation: 'POST /checkout', op: 'http.server' })
    expect(node).to.include({ project_id: project.id, parent_span_id: transaction.parent_span_id })
    const own = node!.children.filter(({ project_id }) => project_id === project.id)
    expect(own.map(({ operation }) => operation)).to.deep.equal(transaction.children)
    const inTrace = [...flatten([node!]).flatMap((span) => span.errors), ...trace.orphan_errors]
    const ids = errors.slice(0, 2).map(({ id }) => id)
    expect(inTrace.map(({ event_id }) => event_id)).to.include.members(ids)
  }

  async function expectCheckIn(project: KnownProject, { check_in }: Statement): Promise<void> {
    type Answer = { monitors: { slug: string; recent: Record<string, unknown>[] }[] }
    const { monitors } = await get<Answer>(`monitors/?${inProject(project)}`)
    expect(monitors.map(({ slug }) => slug)).to.deep.equal(check_in === undefined ? [] : ['nightly-billing'])
    const run = { check_in_id: check_in, status: 'ok', duration_ms: 12_500 }
    for (const { recent } of monitors) expect(recent[0]).to.include(run)
  }

  async function get<T>(path: string): Promise<T> {
    const { status, body } = await signalbox.call('GET', `/api/v1/telemetry/query/${path}`)
    expect(status, `${path} ${JSON.stringify(body)}`).to.equal(200)
    return body as T
  }

  async function createProject(name: string): Promise<KnownProject> {
    const { body } = await signalbox.call('POST', '/api/v1/telemetry/projects/', { name })
    const { id, dsn } = body as { id: string; dsn: string }
    return { id, ...readDsnTarget(dsn) }
  }
})

type KnownProject = DsnTarget & { id: string }

const inProject = ({ id }: KnownProject) => `project_id=${id}&since=1h`

function flatten(nodes: TraceNode[]): TraceNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)])
}
