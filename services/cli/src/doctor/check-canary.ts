import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ApiClient } from '@signalbox/api-client'
import { listTelemetryProjects, queryErrors, type TelemetryProject } from '@signalbox/contracts'
import { explainFailure, fail, ok, warn, type Finding } from './finding.js'

/** An event on its whole way: sent as SDKs do, and read back. */
export interface Canary {
  client: ApiClient
  /** Address of the installation. */
  url: string
  /** Id or number of the project that it is sent to; the oldest active one when left out. */
  project: string | undefined
  /** Milliseconds until it must be there. */
  waitMs: number
  clock: () => number
}

const pauseMs = 200
const sendTimeoutMs = 10_000

/** Sends an event of level `info` with the DSN key of a project, and asks for it until it is there. */
export async function checkCanary(canary: Canary): Promise<Finding> {
  const { client, clock, waitMs } = canary
  try {
    const project = await findProject(canary)
    if (project === undefined) {
      return warn('canary', 'there is no active project to send to', 'Create one: signalbox projects create <name>.')
    }
    const eventId = randomUUID().replaceAll('-', '')
    const startedAt = clock()
    const refusal = await send(eventId, project, canary)
    if (refusal !== undefined) return refusal
    while (clock() - startedAt < waitMs) {
      const { events } = await client.call(queryErrors, { query: { event_id: eventId, project_id: project.id } })
      if (events.length > 0)
        return ok('canary', `an event sent to ${project.name} is there after ${clock() - startedAt} ms`)
      await delay(pauseMs)
    }
    const detail = `an event sent to ${project.name} is not there after ${waitMs / 1_000} s`
    return fail('canary', detail, 'Look at the log of the consumer; filters of the project may also drop it.')
  } catch (error) {
    return fail('canary', explainFailure(error), 'It needs a key with the scopes projects:read and telemetry:read.')
  }
}

async function findProject({ client, project: wanted }: Canary): Promise<TelemetryProject | undefined> {
  const { projects } = await client.call(listTelemetryProjects, {})
  if (wanted === undefined) return projects.find(({ is_active }) => is_active)
  return projects.find(({ id, number }) => id === wanted || String(number) === wanted)
}

/** One issue at most comes of all canaries. @returns What was wrong. */
async function send(eventId: string, project: TelemetryProject, { url, clock }: Canary): Promise<Finding | undefined> {
  const key = new URL(project.dsn).username
  const event = {
    event_id: eventId,
    timestamp: clock() / 1_000,
    level: 'info',
    platform: 'other',
    logger: 'signalbox.doctor',
    message: 'signalbox doctor looks whether events arrive',
    fingerprint: ['signalbox-doctor'],
    environment: 'signalbox-doctor',
  }
  const lines = [{ event_id: eventId }, { type: 'event' }, event].map((line) => JSON.stringify(line))
  const res = await fetch(`${url}/api/${project.number}/envelope/?sentry_key=${key}`, {
    method: 'POST',
    body: lines.join('\n'),
    headers: { 'content-type': 'application/x-sentry-envelope' },
    signal: AbortSignal.timeout(sendTimeoutMs),
  })
  if (res.ok) return undefined
  const detail = `the event was refused with status ${res.status}: ${(await res.text()).slice(0, 200)}`
  return fail('canary', detail, adviceOfRefusal(res.status))
}

function adviceOfRefusal(status: number): string {
  if (status === 429) return 'Wait, or raise ingest_limit_per_minute of the key and the quotas of the project.'
  if (status >= 500) return 'The event log takes nothing: see its disk, and the log of Signalbox.'
  return 'See whether the project takes what is sent: its keys, origins, quotas.'
}
