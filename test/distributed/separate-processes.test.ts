import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import {
  startDistributed,
  type DistributedSignalbox,
  type RoleProcess,
} from '../support/distributed/distributed-signalbox.js'
import { sendEvent } from '../support/distributed/send-event.js'
import { readDsnTarget, type DsnTarget } from '../support/post-envelope.js'
import { eventually } from '../support/eventually.js'
import { createBundle, originalFile, sendMinifiedError } from '../support/make-bundle.js'
import { startS3Server, type S3Server } from '../support/s3/s3-server.js'
import { assembleBundle, sendChunks } from '../support/upload-chunks.js'

const newEventId = () => randomUUID().replaceAll('-', '')
const withinMs = 90_000

/** Messages of the events that a query service returns. */
async function readMessages(query: RoleProcess): Promise<string[]> {
  const { status, body } = await query.call('GET', '/api/v1/telemetry/query/errors/?since=1h&limit=1000')
  expect(status, JSON.stringify(body)).to.equal(200)
  return (body as { events: { message: string }[] }).events.map(({ message }) => message)
}

describe('the roles as separate processes', () => {
  let signalbox: DistributedSignalbox
  let s3: S3Server
  let project: DsnTarget & { id: string }

  const createProject = async (name: string) => {
    const { body } = await signalbox.controlPlane.call('POST', '/api/v1/telemetry/projects/', { name })
    const { id, dsn } = body as { id: string; dsn: string }
    return { id, ...readDsnTarget(dsn) }
  }
  const at = (services: readonly RoleProcess[], index: number): RoleProcess => {
    const found = services[index]
    if (!found) throw new Error(`there is no service ${index}`)
    return found
  }
  const send = (message: string, target: DsnTarget = project, index = 0) =>
    sendEvent(at(signalbox.ingest, index).url, target, { eventId: newEventId(), message })
  const expectEverywhere = (messages: readonly string[]) =>
    eventually(
      async () => {
        for (const query of signalbox.queries) expect(await readMessages(query)).to.include.members([...messages])
      },
      { withinMs },
    )

  before(async () => {
    s3 = await startS3Server()
    const { url, region, accessKeyId, secretAccessKey } = s3.bucket
    const env = {
      SIGNALBOX_ARTIFACTS_S3_URL: url,
      SIGNALBOX_ARTIFACTS_S3_REGION: region,
      SIGNALBOX_ARTIFACTS_S3_ACCESS_KEY_ID: accessKeyId,
      SIGNALBOX_ARTIFACTS_S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    signalbox = await startDistributed({ counts: { ingest: 2, consumer: 2, query: 2 }, env })
    project = await createProject('shop')
  })
  after(async () => {
    await signalbox.dispose()
    await s3.stop()
  })

  it('make items sent to any ingest visible through every query', async () => {
    expect((await send('first ingest', project, 0)).status).to.equal(200)
    expect((await send('second ingest', project, 1)).status).to.equal(200)
    await expectEverywhere(['first ingest', 'second ingest'])
  })

  it('create an issue in the control plane, linked from its events', async () => {
    await eventually(
      async () => {
        const { body } = await signalbox.controlPlane.call('GET', '/api/v1/issues/')
        expect((body as { issues: unknown[] }).issues).to.have.length.above(0)
        const answer = await at(signalbox.queries, 0).call('GET', '/api/v1/telemetry/query/errors/?since=1h')
        const { events } = answer.body as { events: { issue_id?: string | null }[] }
        expect(events.every(({ issue_id: issueId }) => typeof issueId === 'string')).to.equal(true)
      },
      { withinMs },
    )
  })

  it('resolve errors from before and after the upload of source maps to the control plane', async () => {
    const bundle = await createBundle(1)
    const sendError = async (eventId: string) =>
      expect(await sendMinifiedError(at(signalbox.ingest, 0).url, project, { eventId, bundle })).to.equal(200)
    const expectStack = async (eventId: string, isResolved: boolean) =>
      eventually(
        async () => {
          const { status, body } = await at(signalbox.queries, 1).call(
            'GET',
            `/api/v1/telemetry/query/events/${eventId}/`,
          )
          expect(status, JSON.stringify(body)).to.equal(200)
          expect((body as { stack_trace: string }).stack_trace.includes(originalFile)).to.equal(isResolved)
        },
        { withinMs },
      )
    const [before, later] = [newEventId(), newEventId()]
    await sendError(before)
    await expectStack(before, false)
    const { apiKey, controlPlane } = signalbox
    const target = { ...controlPlane, apiKey, organizationId: 'default', project }
    await sendChunks(target, bundle.bytes)
    expect((await assembleBundle(target, bundle.bytes)).body).to.include({ state: 'ok' })
    await expectStack(before, true)
    await sendError(later)
    await expectStack(later, true)
  })

  it('serve each route by one role only, and internal routes only with the token', async () => {
    const { controlPlane, queries, ingest, agents } = signalbox
    expect((await at(queries, 0).call('GET', '/api/v1/issues/')).status).to.equal(404)
    expect((await controlPlane.call('GET', '/api/v1/telemetry/query/errors/')).status).to.equal(404)
    expect((await at(ingest, 0).call('GET', '/api/v1/issues/')).status).to.equal(404)
    for (const service of [controlPlane, at(queries, 0)]) {
      expect((await service.call('POST', '/internal/v1/ping', {})).status).to.equal(401)
    }
    const document = await controlPlane.call('GET', '/api/v1/openapi.json')
    expect(JSON.stringify(document.body)).to.not.include('/internal/')
    const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const tools = await fetch(`${at(agents, 0).url}/mcp`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${signalbox.apiKey}` },
      body: JSON.stringify(listTools),
    })
    expect(tools.status).to.equal(200)
    expect(await tools.text()).to.include('compare_windows')
  })

  it('run a session through calls to the query service and the control plane', async () => {
    const { body } = await signalbox.controlPlane.call('POST', '/api/v1/agent/sessions/', { prompt: 'What is wrong?' })
    const { session_id: sessionId } = body as { session_id: string }
    await eventually(
      async () => {
        const detail = await signalbox.controlPlane.call('GET', `/api/v1/agent/sessions/${sessionId}/`)
        expect(detail.body).to.include({ status: 'completed' })
        expect(
          (detail.body as { steps: { error: string | null }[] }).steps.some(({ error }) => error === null),
        ).to.equal(true)
      },
      { withinMs },
    )
  })

  it('reject a revoked key at every ingest within ten seconds', async () => {
    const revoked = await createProject('revoked')
    for (const index of [0, 1]) expect((await send('not yet', revoked, index)).status).to.equal(200)
    const keys = await signalbox.controlPlane.call('GET', `/api/v1/telemetry/projects/${revoked.id}/keys/`)
    const [key] = (keys.body as { keys: { id: string }[] }).keys
    const path = `/api/v1/telemetry/projects/${revoked.id}/keys/${key?.id ?? ''}/`
    expect((await signalbox.controlPlane.call('PATCH', path, { is_active: false })).status).to.equal(200)
    await eventually(
      async () => {
        for (const index of [0, 1]) expect((await send('too late', revoked, index)).status).to.equal(403)
      },
      { withinMs: 10_000 },
    )
  })

  // At least once: on a busy machine Redis may be slower than the timeout, and each ingest then counts alone.
  it('enforce a quota across all ingests', async () => {
    await eventually(
      async () => {
        const limited = await createProject('limited')
        const path = `/api/v1/telemetry/projects/${limited.id}/settings/`
        const quotas = [{ categories: ['error'], limit: 4, window_seconds: 86_400 }]
        expect((await signalbox.controlPlane.call('PATCH', path, { quotas })).status).to.equal(200)
        const statuses: number[] = []
        for (let event = 0; event < 8; event += 1) statuses.push((await send('many', limited, event % 2)).status)
        expect(statuses).to.deep.equal([200, 200, 200, 200, 429, 429, 429, 429])
      },
      { withinMs, everyMs: 1_500 },
    )
  })

  it('keep working without the control plane, and catch up when it is back', async () => {
    const { controlPlane, queries } = signalbox
    await readMessages(at(queries, 0))
    await controlPlane.kill()
    const messages = Array.from({ length: 20 }, (_, index) => `while it was away ${index}`)
    for (const [index, message] of messages.entries()) {
      expect((await send(message, project, 0)).status, message).to.equal(200)
      if (index % 5 === 0) expect(await readMessages(at(queries, 0))).to.include('first ingest')
    }
    expect((await send('a stranger', { number: 999, publicKey: '0'.repeat(32) })).status).to.equal(503)
    await controlPlane.start()
    await expectEverywhere(messages)
    const { body } = await controlPlane.call('GET', '/api/v1/issues/?limit=1000')
    expect((body as { issues: unknown[] }).issues).to.have.length.above(0)
  })

  it('lose and duplicate nothing when a consumer is killed and another takes over its partitions', async () => {
    const messages = Array.from({ length: 200 }, (_, index) => `numbered ${String(index)}`)
    const [victim] = signalbox.consumers
    for (const [index, message] of messages.entries()) {
      expect((await send(message, project, index % 2)).status).to.equal(200)
      if (index === 100) await victim?.kill()
    }
    await victim?.start()
    await expectEverywhere(messages)
    const found = (await readMessages(at(signalbox.queries, 1))).filter((message) => message.startsWith('numbered'))
    expect(found).to.have.length(messages.length)
  })

  it('stop each role in order within ten seconds', async () => {
    const { ingest, consumers, queries, agents, controlPlane } = signalbox
    for (const service of [at(agents, 0), at(ingest, 1), at(consumers, 0), at(queries, 1), controlPlane]) {
      // A slower stop has another exit code.
      expect(await service.stop(), `${service.name}: ${service.output().slice(-2_000)}`).to.equal(0)
    }
  })
})
