import { expect } from 'chai'
import { createDeploymentWatch, replaySession } from '@signalbox/agent'
import { createApiClient } from '@signalbox/api-client'
import { createId, type DeploymentCreated, type SessionRecord } from '@signalbox/contracts'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { createRandom } from '../support/random.js'
import { runEngine } from '../support/run-engine.js'
import { toInstallation } from '../support/to-installation.js'

const minuteMs = 60_000
const requestsPerMinute = 40
const watchMinutes = 12
const commit = 'a'.repeat(40)

interface Traffic {
  failedRatio: number
  durationMs: number
}

/** Requests from a gateway through the deployed service, some of them failing. */
function drawSpans(from: number, minutes: number, { failedRatio, durationMs }: Traffic) {
  const random = createRandom(from % 1_000_003)
  return Array.from({ length: minutes * requestsPerMinute }, (_, index) => {
    const startTime = new Date(from + (index / requestsPerMinute) * minuteMs).toISOString()
    const [trace, caller] = [random.hex(32), random.hex(16)]
    const status = random.next() < failedRatio ? 'error' : 'ok'
    const common = { trace_id: trace, start_time: startTime, status }
    const duration_ms = durationMs * (0.5 + random.next())
    return [
      {
        ...common,
        span_id: caller,
        parent_span_id: null,
        service: 'gateway',
        operation: 'GET /',
        duration_ms: duration_ms + 5,
      },
      { ...common, span_id: random.hex(16), parent_span_id: caller, service: 'shop', operation: 'cart', duration_ms },
    ]
  }).flat()
}

/** Sends an hour before a deployment and the minutes after it, and runs a watch. */
async function watchDeployment(signalbox: InProcessSignalbox, after: Traffic): Promise<SessionRecord> {
  const { call } = toInstallation(signalbox)
  const deployedAt = Math.floor(Date.now() / minuteMs) * minuteMs - (watchMinutes + 2) * minuteMs
  const before = { failedRatio: 0.005, durationMs: 40 }
  const spans = [...drawSpans(deployedAt - 60 * minuteMs, 60, before), ...drawSpans(deployedAt, watchMinutes, after)]
  await call('POST', '/api/v1/telemetry/spans', { spans })
  const announced = {
    service: 'shop',
    version: 'v2',
    commit_sha: commit,
    occurred_at: new Date(deployedAt).toISOString(),
  }
  const { id } = (await call('POST', '/api/v1/deployments/', {
    deployment_request: 'Deploy shop',
    repository_full_name: 'acme/shop',
    ...announced,
    monitor: false,
  })) as DeploymentCreated
  await eventually(async () => {
    expect(await signalbox.readColumn('spans', 'span_id')).to.have.length(spans.length)
  })
  const api = createApiClient({ baseUrl: signalbox.url, apiKey: signalbox.apiKey })
  return runEngine(api, createDeploymentWatch({ clock: Date.now, watchMinutes }), {
    id: createId(),
    organizationId: '',
    prompt: 'Watch the deployment',
    context: { ...announced, deployment_id: id },
    origin: { kind: 'deployment', id },
    createdAt: deployedAt,
  })
}

describe('watching a deployment', () => {
  let signalbox: InProcessSignalbox

  beforeEach(async () => {
    signalbox = await startInProcess()
  })

  afterEach(() => signalbox.close())

  it('finds nothing in a harmless one', async () => {
    const { session } = await watchDeployment(signalbox, { failedRatio: 0.005, durationMs: 40 })
    expect(session.report).to.deep.include({ verdict: 'healthy', cause: null, remediation: 'none' })
    expect(session.report?.claims.map(({ status }) => status)).to.not.include('unsupported')
  })

  it('detects failing requests, names the affected services, and reproduces its result from the record', async () => {
    const record = await watchDeployment(signalbox, { failedRatio: 0.2, durationMs: 40 })
    const { report } = record.session
    expect(report).to.deep.include({ verdict: 'bad', first_failing_service: 'shop', remediation: 'rollback' })
    expect(report?.cause).to.deep.include({ kind: 'deployment', commit_sha: commit })
    expect(report?.blast_radius).to.deep.equal(['gateway'])
    expect(report?.claims.map(({ status }) => status)).to.not.include('unsupported')
    const { differences } = await replaySession(record, { watchMinutes })
    expect(differences).to.deep.equal([])
  })

  it('detects slower requests', async () => {
    const { session } = await watchDeployment(signalbox, { failedRatio: 0.005, durationMs: 140 })
    expect(session.report).to.deep.include({ verdict: 'bad', remediation: 'rollback' })
    expect(session.report?.summary).to.contain('p95 latency on shop')
  })
})
