import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ApiClient } from '@signalbox/api-client'
import { listTelemetryProjects, queryLogs, type TelemetryProject } from '@signalbox/contracts'
import { explainFailure, fail, ok, warn, type Finding } from './finding.js'

/** An end-to-end check: sends a log entry like an SDK and reads it back. */
export interface Canary {
  client: ApiClient
  /** Base URL of the installation. */
  url: string
  /** Id or number of the project to send to. Default: the oldest active one. */
  project: string | undefined
  /** Timeout until the entry must be stored, in milliseconds. */
  waitMs: number
  clock: () => number
}

const pauseMs = 200
const sendTimeoutMs = 10_000

/**
 * Sends a log entry with a project's DSN key and polls until it is stored. It takes the same path as an error event, but
 * creates no issue and notifies nobody.
 */
export async function checkCanary(canary: Canary): Promise<Finding> {
  const { client, clock, waitMs } = canary
  try {
    const project = await findProject(canary)
    if (project === undefined) {
      return warn('canary', 'no active project to send to', 'Create one: signalbox projects create <name>.')
    }
    const traceId = randomUUID().replaceAll('-', '')
    const startedAt = clock()
    const refusal = await send(traceId, project, canary)
    if (refusal !== undefined) return refusal
    while (clock() - startedAt < waitMs) {
      const { total } = await client.call(queryLogs, { query: { trace_id: traceId, project_id: project.id, limit: 1 } })
      if (total > 0) return ok('canary', `a log entry sent to ${project.name} appeared after ${clock() - startedAt} ms`)
      await delay(pauseMs)
    }
    const detail = `a log entry sent to ${project.name} did not appear within ${waitMs / 1_000} s`
    return fail('canary', detail, "Check the consumer's log, and the dead letters: signalbox dead-letters list.")
  } catch (error) {
    return fail('canary', explainFailure(error), 'Use a key with the scopes projects:read and telemetry:read.')
  }
}

async function findProject({ client, project: wanted }: Canary): Promise<TelemetryProject | undefined> {
  const { projects } = await client.call(listTelemetryProjects, {})
  if (wanted === undefined) return projects.find(({ is_active }) => is_active)
  return projects.find(({ id, number }) => id === wanted || String(number) === wanted)
}

/** @returns a finding if it failed. */
async function send(traceId: string, project: TelemetryProject, { url, clock }: Canary): Promise<Finding | undefined> {
  const key = new URL(project.dsn).username
  const entry = {
    timestamp: clock() / 1_000,
    trace_id: traceId,
    level: 'info',
    body: 'signalbox doctor checks whether telemetry arrives',
    attributes: { 'sentry.environment': { type: 'string', value: 'signalbox-doctor' } },
  }
  const header = { type: 'log', item_count: 1, content_type: 'application/vnd.sentry.items.log+json' }
  // With the time of sending, a clock that is wrong is corrected for.
  const envelope = { sent_at: new Date(clock()).toISOString() }
  const lines = [envelope, header, { items: [entry] }].map((line) => JSON.stringify(line))
  const res = await fetch(`${url}/api/${project.number}/envelope/?sentry_key=${key}`, {
    method: 'POST',
    body: lines.join('\n'),
    headers: { 'content-type': 'application/x-sentry-envelope' },
    signal: AbortSignal.timeout(sendTimeoutMs),
  })
  if (res.ok) return undefined
  const detail = `the log entry was rejected with status ${res.status}: ${(await res.text()).slice(0, 200)}`
  return fail('canary', detail, adviceOfRefusal(res.status))
}

function adviceOfRefusal(status: number): string {
  if (status === 429) return "Wait, or raise the key's ingest_limit_per_minute and the project's quotas."
  if (status >= 500) return 'The event log does not accept data: check its disk, and the log of Signalbox.'
  return "Check the project's settings: keys, allowed origins and quotas."
}
