import type { SessionCreated, SessionDetail } from '@signalbox/contracts'
import { eventually } from '../support/eventually.js'
import { postEnvelope } from '../support/post-envelope.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'
import { feedIncident, sessionRequest, type FedIncident, type Installation } from './feed-incident.js'
import type { Incident } from './incident.js'
import { scoreReport, type Score } from './score-incident.js'

/** Sends an incident to its own installation, investigates it, and compares the report with the truth. */
export async function runIncident(incident: Incident): Promise<Score> {
  const signalbox = await startSignalbox()
  try {
    const fed = await feedInto(signalbox, incident)
    const startedAt = performance.now()
    const { body } = await signalbox.call('POST', '/api/v1/agent/sessions/', sessionRequest(incident, fed))
    const detail = await awaitEnd(signalbox, (body as SessionCreated).session_id)
    return scoreReport(incident, detail.report, performance.now() - startedAt)
  } finally {
    await signalbox.dispose()
  }
}

/** Sends an incident to an installation and waits until it can be queried. */
export async function feedInto(signalbox: SignalboxProcess, incident: Incident): Promise<FedIncident> {
  const fed = await feedIncident(await toInstallation(signalbox), incident, Date.now())
  await awaitTelemetry(signalbox, incident)
  return fed
}

async function toInstallation(signalbox: SignalboxProcess): Promise<Installation> {
  return {
    project: await signalbox.createProject('monorepo'),
    call: async (method, path, body) => {
      const { status, body: answer } = await signalbox.call(method, path, body)
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`)
      return answer
    },
    sendEnvelope: (target, body) => postEnvelope(signalbox.url, target, body),
  }
}

async function awaitTelemetry(signalbox: SignalboxProcess, { metrics, logs }: Incident): Promise<void> {
  await eventually(
    async () => {
      const { stats } = await signalbox.get<{ stats: { metrics: { total: number } } }>(
        '/api/v1/telemetry/query/stats/?since=24h',
      )
      const { total } = await signalbox.get<{ total: number }>('/api/v1/telemetry/query/logs/?since=24h&limit=1')
      if (stats.metrics.total < metrics.length || total < logs.length) throw new Error('not everything is stored yet')
    },
    { withinMs: 60_000, everyMs: 100 },
  )
}

function awaitEnd(signalbox: SignalboxProcess, id: string): Promise<SessionDetail> {
  return eventually(
    async () => {
      const detail = await signalbox.get<SessionDetail>(`/api/v1/agent/sessions/${id}/`)
      if (detail.status === 'active') throw new Error('the session has not ended')
      return detail
    },
    { withinMs: 120_000, everyMs: 100 },
  )
}
