import type { SessionRequest } from '@signalbox/contracts'
import { sessionRequest } from '../incidents/feed-incident.js'
import { generateIncident } from '../incidents/generate-incident.js'
import { feedInto } from '../incidents/run-incident.js'
import { eventually } from '../support/eventually.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'
import type { Measurement } from './report.js'

const count = 100

/** Measures how long many concurrent sessions take: each must end within its budget with a report. */
export async function measureSessions(): Promise<Measurement[]> {
  const signalbox = await startSignalbox()
  try {
    const incident = generateIncident('bad-deploy', 7)
    const request = sessionRequest(incident, await feedInto(signalbox, incident))
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: count }, () => startSession(signalbox, request)))
    await eventually(async () => expectNone(signalbox, 'active'), { withinMs: 600_000, everyMs: 250 })
    const seconds = (performance.now() - startedAt) / 1_000
    await expectNone(signalbox, 'failed')
    return [{ name: `${count} sessions at once, until the last has its report`, value: seconds, unit: 's' }]
  } finally {
    await signalbox.dispose()
  }
}

async function startSession(signalbox: SignalboxProcess, request: SessionRequest): Promise<void> {
  const { status } = await signalbox.call('POST', '/api/v1/agent/sessions/', request)
  if (status !== 201) throw new Error(`a session got status ${status}`)
}

async function expectNone(signalbox: SignalboxProcess, status: string): Promise<void> {
  const page = await signalbox.get<{ count: number }>(`/api/v1/agent/sessions/?page_size=1&status=${status}`)
  if (page.count > 0) throw new Error(`${page.count} sessions are ${status}`)
}
