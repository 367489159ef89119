import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createApp, openControlPlane, type ControlPlane } from '@signalbox/control-plane'
import { createHttpServer, createMetrics, createRateLimits, silentLog, type HttpServer } from '@signalbox/service-kit'
import { eventually } from '../support/eventually.js'
import { median, percentile, type Measurement } from './report.js'
import { formatNumber } from './reporting/format-number.js'
import { addSchedules, dueCount, fillWorkflows, readLag } from './workflow-dataset.js'

const apiKey = 'bench-key-with-all-scopes'
const requests = 100
const minuteMs = 60_000
const aim = '2 000 ms'

/**
 * Measures lists and creation over HTTP with 10 000 workflows and a million runs, and the delay of 5 000 schedules at
 * one instant.
 */
export async function measureWorkflows(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const controlPlane = openControlPlane({ dataDirectory, publicUrl: 'http://localhost' })
  const { organizationId } = controlPlane.bootstrap(apiKey)
  const file = join(dataDirectory, 'control-plane.db')
  fillWorkflows(file, organizationId, Date.now())
  const server = startServer(controlPlane)
  await server.start()
  const measurements = await measureRequests(`http://127.0.0.1:${server.address().port}/api/v1/workflows/`)
  measurements.push(await measureSchedules(controlPlane, { file, organizationId }))
  await server.stop()
  controlPlane.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return measurements
}

function startServer(controlPlane: ControlPlane): HttpServer {
  const metrics = createMetrics()
  const rateLimits = createRateLimits({ queryPerMinute: 10_000_000, ingestPerMinute: 10_000_000 })
  const app = createApp({ controlPlane, log: silentLog, metrics, rateLimits })
  return createHttpServer({ app, host: '127.0.0.1', port: 0, log: silentLog, metrics })
}

async function measureRequests(url: string): Promise<Measurement[]> {
  const first = (await call(url)) as { workflows: { id: string }[] }
  const runs = `${url}${first.workflows[0]?.id ?? ''}/runs/`
  const workflow = { name: 'New', agent_name: 'agent 1', instruction: 'Look' }
  const questions: [string, string, object | undefined][] = [
    ['workflows, first page', url, undefined],
    ['workflows, page 400', `${url}?page=400`, undefined],
    ['workflows by name', `${url}?name=flow%20777`, undefined],
    ['workflows by agent', `${url}?agent_name=agent%203`, undefined],
    ['runs, first page', runs, undefined],
    ['runs by status', `${runs}?status=failed`, undefined],
    ['create a workflow', url, workflow],
    ['create a run', runs, {}],
  ]
  const measurements: Measurement[] = []
  for (const [name, at, body] of questions) measurements.push(...(await measureRequest(name, at, body)))
  return measurements
}

async function measureRequest(name: string, url: string, body: object | undefined): Promise<Measurement[]> {
  const latencies: number[] = []
  for (let request = 0; request < requests; request++) {
    const before = performance.now()
    await call(url, body)
    latencies.push(performance.now() - before)
  }
  return [
    { name: `${name}, p50`, value: median(latencies), unit: 'ms' },
    { name: `${name}, p95`, value: percentile(latencies, 95), unit: 'ms' },
  ]
}

async function call(url: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const request = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
  const res = await fetch(url, request)
  const text = await res.text()
  if (!res.ok) throw new Error(text)
  return JSON.parse(text)
}

/** The engine runs with its own timers, as in an installation, starting at that minute. */
async function measureSchedules(
  controlPlane: ControlPlane,
  { file, organizationId }: { file: string; organizationId: string },
): Promise<Measurement> {
  const dueAt = Math.ceil((Date.now() + 5_000) / minuteMs) * minuteMs
  addSchedules(file, organizationId, dueAt)
  const engine = controlPlane.createBackgroundWork()
  engine.start()
  await delay(dueAt - Date.now())
  const lagMs = await eventually(
    () => {
      const lag = readLag(file, dueAt)
      if (lag === undefined) throw new Error('not all schedules were followed')
      return lag
    },
    { withinMs: minuteMs / 2, everyMs: 500 },
  )
  await engine.stop()
  return { name: `${formatNumber(dueCount)} schedules due at once, last run`, value: lagMs, unit: 'ms', aim }
}
