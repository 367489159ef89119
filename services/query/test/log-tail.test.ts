import { EventStream, ServiceError, type ServerSentEvent } from '@signalbox/contracts'
import type { ApiCaller, StreamLimits } from '@signalbox/service-kit'
import { expect } from 'chai'
import { createLogTail } from '../src/log-tail/tail-logs.js'
import { nowMs } from './support/fixed-world.js'
import { openService, type QueryService } from './support/query-service.js'
import { log } from './support/rows.js'
import { openSharedStore } from './support/shared-store.js'

describe('tailing logs', () => {
  let service: QueryService
  let leaving: AbortController

  beforeEach(async () => {
    service = await openService()
    leaving = new AbortController()
  })
  afterEach(() => {
    leaving.abort()
  })

  async function watch(
    query = {},
    { lastEventId, streamLimits }: { lastEventId?: string; streamLimits?: StreamLimits } = {},
  ) {
    const { reader } = await openSharedStore()
    const caller: ApiCaller = {
      keyId: 'key',
      organizationId: service.organizationId,
      scopes: new Set(['telemetry:read']),
      queryLimitPerMinute: null,
      ingestLimitPerMinute: null,
    }
    const context = {
      store: reader,
      clock: () => nowMs,
      projects: { findProject: () => Promise.resolve(undefined) },
      settings: { readCurrentSettings: () => Promise.reject(new Error('nobody asks')) },
      issues: {
        findIssue: () => Promise.resolve(undefined),
        findIssues: () => Promise.resolve(new Map()),
        findIssueIds: () => Promise.resolve(new Map()),
      },
      capacityDefaults: new Map(),
    }
    const stream = await createLogTail(
      () => context,
      streamLimits,
    )({ caller, query: { follow_seconds: 60, ...query }, params: undefined, body: undefined, requestId: '' })
    if (!(stream instanceof EventStream)) throw new Error('a stream was expected')
    return () => stream.open({ lastEventId, signal: leaving.signal })[Symbol.asyncIterator]()
  }

  const take = async (events: AsyncIterator<ServerSentEvent>, count: number) => {
    const taken: ServerSentEvent[] = []
    while (taken.length < count) {
      const next = await events.next()
      if (next.done === true) break
      taken.push(next.value)
    }
    return taken
  }
  const bodiesOf = (events: readonly ServerSentEvent[]) => events.map(({ data }) => (data as { body: string }).body)

  it('sends entries that arrive after the start, each once, in order of arrival', async () => {
    await service.seed('logs', [log({ body: 'before', received_at: nowMs - 20_000 })])
    const events = (await watch())()
    await service.seed('logs', [
      log({ body: 'second', received_at: nowMs + 20 }),
      log({ body: 'first', received_at: nowMs + 10 }),
    ])
    const first = await take(events, 2)
    expect(bodiesOf(first)).to.deep.equal(['first', 'second'])
    expect(first[1]).to.include({ id: String(nowMs + 20), event: 'log' })
    expect(first[1]?.data).to.include({ service: 'shop', level: 'info' })
    await service.seed('logs', [
      log({ body: 'stored late', received_at: nowMs + 15 }),
      log({ body: 'third', received_at: nowMs + 30 }),
    ])
    expect(bodiesOf(await take(events, 2))).to.deep.equal(['stored late', 'third'])
  })

  it("continues after the caller's last event", async () => {
    await service.seed('logs', [
      log({ body: 'seen', received_at: nowMs - 50 }),
      log({ body: 'missed', received_at: nowMs - 40 }),
    ])
    const events = (await watch({}, { lastEventId: String(nowMs - 50) }))()
    expect(bodiesOf(await take(events, 1))).to.deep.equal(['missed'])
  })

  it('sends only matching entries', async () => {
    const events = (await watch({ min_level: 'error', search: 'stock' }))()
    await service.seed('logs', [
      log({ body: 'no stock', level: 'info', received_at: nowMs + 1 }),
      log({ body: 'other', level: 'error', received_at: nowMs + 2 }),
      log({ body: 'No stock', level: 'fatal', received_at: nowMs + 3 }),
    ])
    expect(bodiesOf(await take(events, 1))).to.deep.equal(['No stock'])
  })

  it('ends after the requested duration', async () => {
    const events = (await watch({ follow_seconds: 1 }))()
    expect(await take(events, 1)).to.deep.equal([])
  })

  it('ends when the caller disconnects, and limits the number of watchers', async () => {
    const open = await watch(
      {},
      {
        streamLimits: { watchersMax: 1, watchersPerOrganizationMax: 1, watchersPerCallerMax: 1 },
      },
    )
    const events = open()
    expect(open).to.throw(ServiceError).with.property('code', 'rate-limited')
    const next = events.next()
    leaving.abort()
    expect((await next).done).to.equal(true)
    expect(open).to.not.throw()
  })
})
