import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../support/eventually.js'
import { startSignalbox, type SignalboxProcess } from '../../support/signalbox-process.js'
import { otlpTelemetry } from '../../support/otlp-telemetry.js'
import { createSample, createSpan, newEventId } from '../../support/telemetry.js'

/** An installation with one of every object that commands show, and a folder for their files. */
export interface Scene {
  signalbox: SignalboxProcess
  folder: string
  eventId: string
  traceId: string
  issues: string[]
  sessionId: string
  channelId: string
  deploymentId: string
  /** An unused name. */
  fresh: () => string
  /** Creates an API key and returns its id. */
  createKey: () => Promise<string>
  createProject: () => Promise<string>
  createSession: () => Promise<string>
  createIssue: () => Promise<string>
  createChannel: () => Promise<string>
  createAlertRule: () => Promise<string>
  dispose: () => Promise<void>
}

const workflow = 'name: Look\nagent_name: investigator\ninstruction: Look at {{service}}\n'
const alertRule = (name: string) => ({ name, kind: 'new_issues', value: 100_000 })

/** Starts an empty installation. */
export async function startScene(): Promise<Scene> {
  const signalbox = await startSignalbox({ env: { SIGNALBOX_OUTBOUND_ALLOW: '127.0.0.0/8' } })
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-cli-'))
  const calls = createCalls(signalbox)
  const scene: Scene = {
    signalbox,
    folder,
    eventId: '',
    traceId: '',
    issues: [],
    sessionId: '',
    channelId: '',
    deploymentId: '',
    fresh: () => `n${randomBytes(4).toString('hex')}`,
    ...calls,
    dispose: async () => {
      await signalbox.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await writeFile(join(folder, 'workflow.yaml'), workflow)
  await writeFile(join(folder, 'rule.yaml'), JSON.stringify(alertRule('Many issues')))
  await writeFile(join(folder, 'app.js'), 'console.log(1)\n//# sourceMappingURL=app.js.map\n')
  return scene
}

/** Sends one of everything and waits until it is stored. */
export async function fillScene(scene: Scene): Promise<void> {
  const { signalbox } = scene
  scene.traceId = newEventId()
  scene.eventId = await sendEvent(signalbox, 'the first of all', scene.traceId)
  const span = createSpan({ trace_id: scene.traceId, service: 'checkout', operation: 'POST /orders '.repeat(8) })
  await signalbox.call('POST', '/api/v1/telemetry/spans/', {
    spans: [span, createSpan({ trace_id: scene.traceId, parent_span_id: span.span_id, service: 'payments' })],
  })
  await signalbox.call('POST', '/api/v1/telemetry/metrics/', { metrics: [createSample()] })
  await signalbox.call('POST', '/v1/metrics', otlpTelemetry('shop', 1, Date.now()).metrics)
  await sendItems(signalbox, [
    [{ type: 'check_in' }, { check_in_id: newEventId(), monitor_slug: 'nightly', status: 'ok' }],
    [
      { type: 'log', item_count: 1, content_type: 'application/vnd.sentry.items.log+json' },
      {
        items: [
          { timestamp: Date.now() / 1_000, level: 'warn', body: 'a long line '.repeat(12), trace_id: newEventId() },
        ],
      },
    ],
  ])
  scene.deploymentId = await create(signalbox, '/api/v1/deployments/', {
    deployment_request: 'Ship it',
    service: 'checkout',
    monitor: false,
  })
  scene.issues = [await scene.createIssue(), await scene.createIssue()]
  scene.sessionId = await scene.createSession()
  await signalbox.call('POST', `/api/v1/agent/sessions/${scene.sessionId}/cancel/`)
  scene.channelId = await scene.createChannel()
  await eventually(
    async () => {
      const read = (path: string) => signalbox.get<{ total: number }>(`/api/v1/telemetry/query/${path}`)
      const lists = ['logs/', 'traces/', 'metrics/', 'data-point-metrics/', 'monitors/']
      const answers = await Promise.all(lists.map(read))
      if (answers.some(({ total }) => total === 0)) throw new Error('not everything is stored yet')
      await signalbox.get(`/api/v1/telemetry/query/trace/${scene.traceId}/`)
    },
    { withinMs: 60_000 },
  )
}

function createCalls(signalbox: SignalboxProcess) {
  const projects = '/api/v1/telemetry/projects/'
  return {
    createKey: () => create(signalbox, '/api/v1/organization/api-keys/', { name: 'spare', scopes: ['projects:read'] }),
    createProject: () => create(signalbox, projects, { name: `p${randomBytes(3).toString('hex')}` }),
    createSession: () => create(signalbox, '/api/v1/agent/sessions/', { prompt: 'Why?' }, 'session_id'),
    createChannel: () =>
      create(signalbox, `${projects}1/notification-channels/`, { kind: 'webhook', url: 'http://127.0.0.1:9/in' }),
    createAlertRule: () => create(signalbox, '/api/v1/alerts/rules/', alertRule(`r${randomBytes(3).toString('hex')}`)),
    createIssue: async () => {
      const name = `fault ${newEventId()}`
      await sendEvent(signalbox, name, newEventId())
      return eventually(
        async () => {
          const query = new URLSearchParams({ query: `"${name}"` })
          const { issues } = await signalbox.get<{ issues: { short_id: string }[] }>(
            `/api/v1/issues/?${query.toString()}`,
          )
          const [issue] = issues
          if (issue === undefined) throw new Error('the issue is not there yet')
          return issue.short_id
        },
        { withinMs: 60_000 },
      )
    },
  }
}

async function create(signalbox: SignalboxProcess, path: string, body: object, idField = 'id'): Promise<string> {
  const answer = await signalbox.call('POST', path, body)
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return String((answer.body as Record<string, unknown>)[idField])
}

async function sendEvent(signalbox: SignalboxProcess, message: string, traceId: string): Promise<string> {
  const eventId = newEventId()
  const trace = { trace_id: traceId, span_id: randomBytes(8).toString('hex') }
  const exception = { values: [{ type: 'Failure', value: message }] }
  const event = { event_id: eventId, level: 'error', exception, contexts: { trace }, fingerprint: [message] }
  await sendItems(signalbox, [[{ type: 'event' }, event]], eventId)
  return eventId
}

async function sendItems(
  signalbox: SignalboxProcess,
  items: readonly (readonly [header: object, payload: object])[],
  eventId?: string,
): Promise<void> {
  const { projects } = await signalbox.get<{ projects: { dsn: string }[] }>('/api/v1/telemetry/projects/')
  const key = new URL(projects[0]?.dsn ?? '').username
  const header = eventId === undefined ? {} : { event_id: eventId }
  const lines = [header, ...items.flat()].map((line) => JSON.stringify(line))
  const res = await fetch(`${signalbox.url}/api/1/envelope/?sentry_key=${key}`, {
    method: 'POST',
    body: lines.join('\n'),
  })
  if (res.status !== 200) throw new Error(`the envelope got status ${res.status}: ${await res.text()}`)
}
