import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { callApi } from '../support/distributed/call-api.js'
import { findFreePorts } from '../support/free-ports.js'
import { sendEvent } from '../support/distributed/send-event.js'
import { createServiceProcess, type ServiceProcess } from '../support/distributed/service-process.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'

const eventCount = 250
const lateCount = 50

/** Queries to the installations before and after; with the same time range, so that the responses are comparable. */
function questionsOf(start: string, end: string): string[] {
  const range = `start=${start}&end=${end}`
  return [
    `/api/v1/telemetry/query/errors/?${range}&limit=1000`,
    `/api/v1/telemetry/query/stats/?${range}`,
    `/api/v1/telemetry/query/traces/?${range}&limit=1000`,
    `/api/v1/telemetry/query/metrics/?${range}&limit=1000`,
    `/api/v1/telemetry/query/outcomes/?${range}`,
    `/api/v1/telemetry/query/services/?${range}`,
  ]
}

describe('signalbox promote', () => {
  let directory: string
  let kafka: KafkaCluster
  let clickhouse: ServiceProcess
  let clickhouseUrl: string
  let old: SignalboxProcess
  const roles: ServiceProcess[] = []

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-promote-'))
    const [port = 0] = await findFreePorts(1)
    clickhouseUrl = `http://127.0.0.1:${port}`
    const env = { SIGNALBOX_PORT: String(port), SIGNALBOX_DATA_DIR: join(directory, 'clickhouse') }
    clickhouse = createServiceProcess({
      name: 'embedded-clickhouse',
      env,
      readyUrl: `${clickhouseUrl}/ping`,
    })
    await Promise.all([clickhouse.start(), startKafka().then((started) => (kafka = started))])
  })

  after(async () => {
    await Promise.all([...roles, clickhouse].map((service) => service.kill()))
    await old.dispose()
    await kafka.remove()
    await rm(directory, { recursive: true, force: true })
  })

  /** The keys are outside the data directory, as recommended. */
  const keyEnv = () => ({ SIGNALBOX_SECRET_KEY_FILE: join(directory, 'secret.key') })

  async function promote(...flags: string[]): Promise<{ code: number | null; output: string }> {
    const args = ['--from', join(directory, 'old'), '--to', join(directory, 'new'), ...flags]
    const child = spawn(process.execPath, ['services/cli/bin/signalbox.js', 'promote', ...args], {
      env: {
        PATH: process.env['PATH'] ?? '',
        SIGNALBOX_CLICKHOUSE_URL: clickhouseUrl,
        SIGNALBOX_KAFKA_BROKERS: kafka.brokers.join(','),
        ...keyEnv(),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    }
    const [code] = (await once(child, 'exit')) as [number | null]
    return { code, output }
  }

  /** Control plane and query service on the promoted data. @returns the query service's address. */
  async function startNewRoles(): Promise<string> {
    const [controlPlane = 0, query = 0, ...admin] = await findFreePorts(4)
    const shared = {
      SIGNALBOX_INTERNAL_TOKEN: 'test-token-of-the-installation',
      SIGNALBOX_CONTROL_PLANE_URL: `http://127.0.0.1:${controlPlane}`,
      SIGNALBOX_QUERY_URL: `http://127.0.0.1:${query}`,
      SIGNALBOX_CLICKHOUSE_URL: clickhouseUrl,
      SIGNALBOX_KAFKA_BROKERS: kafka.brokers.join(','),
      SIGNALBOX_DATA_DIR: join(directory, 'new'),
      ...keyEnv(),
    }
    for (const [index, [name, port]] of [
      ['control-plane', controlPlane] as const,
      ['query', query] as const,
    ].entries()) {
      const ports = { SIGNALBOX_PORT: String(port), SIGNALBOX_ADMIN_PORT: String(admin[index]) }
      const readyUrl = `http://127.0.0.1:${admin[index]}/readyz`
      const role = createServiceProcess({ name, env: { ...shared, ...ports }, readyUrl })
      roles.push(role)
      await role.start()
    }
    return `http://127.0.0.1:${query}`
  }

  it('copies everything that was accepted, including unstored records, and answers as before', async () => {
    const start = new Date(Date.now() - 3_600_000).toISOString()
    const end = new Date(Date.now() + 3_600_000).toISOString()
    old = await startSignalbox({ dataDirectory: join(directory, 'old'), env: keyEnv() })
    const project = await old.createProject('Web')
    const channel = { kind: 'webhook', url: 'https://example.com/' }
    await old.call('POST', `/api/v1/telemetry/projects/${project.id}/notification-channels/`, channel)
    const send = (first: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => {
          const eventId = (first + index).toString(16).padStart(32, '0')
          return sendEvent(old.url, project, { eventId, message: `message ${(first + index) % 7}` })
        }),
      )
    await send(1, eventCount)
    const metric = {
      timestamp: new Date().toISOString(),
      cluster: 'c',
      namespace: 'n',
      pod: 'p',
      container: 'x',
      node: 'o',
    }
    await old.call('POST', '/api/v1/telemetry/metrics/', {
      metrics: [{ ...metric, metrics: { cpu_usage_cores: 0.1 } }],
    })
    await send(eventCount + 1, lateCount)
    // The last accepted items are still in the log when the process is gone.
    await old.kill()

    const first = await promote()
    expect(first, first.output).to.have.property('code', 0)
    expect(first.output).to.include('Verified: every table and day has the same number of rows')

    old = await startSignalbox({ dataDirectory: join(directory, 'old'), env: keyEnv() })
    const questions = questionsOf(start, end)
    const before = await Promise.all(questions.map((question) => old.get(question)))
    expect(before[0]).to.have.property('total', eventCount + lateCount)
    await old.stop()

    const queryUrl = await startNewRoles()
    for (const [index, path] of questions.entries()) {
      const answer = await callApi(queryUrl, { method: 'GET', path, apiKey: old.apiKey })
      expect(answer.body, path).to.deep.equal(before[index])
    }
    await Promise.all(roles.splice(0).map((role) => role.stop()))
  })

  it('refuses to replace a control plane by default, and copies nothing twice', async () => {
    const refused = await promote()
    expect(refused.code).to.equal(1)
    expect(refused.output).to.include('--replace')
    const again = await promote('--replace')
    expect(again, again.output).to.have.property('code', 0)
    expect(again.output).to.match(/events: (\d+) rows, \1 of them copied earlier/)
    expect(again.output).to.include('Verified: every table and day has the same number of rows')
  })
})
