import { queryErrors, readErrors } from '@signalbox/contracts'
import { expect } from 'chai'
import { nowMs, onDay, projectId } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { event, hexId, secondsAgo } from '../support/rows.js'

function ids(body: { events: { event_id: string }[] }): number[] {
  return body.events.map(({ event_id }) => parseInt(event_id, 16))
}

describe('errors query', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  async function seedMessages(...messages: string[]) {
    await service.seed(
      'events',
      messages.map((message, index) => event({ event_id: hexId(32, index + 1), message })),
    )
  }

  it('returns an empty list if there is no data', async () => {
    const { status, body } = await service.get(queryErrors)
    expect(status).to.equal(200)
    expect(body).to.deep.equal({ events: [], total: 0, has_more: false })
  })

  it('returns every documented field', async () => {
    await service.seed('events', [
      event({
        timestamp: onDay(11, 0, 0, 123),
        event_id: hexId(32, 0xabc),
        level: 'fatal',
        message: 'Käse "quoted"',
        exception_type: 'TypeError',
        exception_value: 'x is not a function',
        tags: { browser: 'Firefox', __proto__x: 'y' },
        stack_trace: 'TypeError: x\n  at f',
        fingerprint: hexId(32, 0xf),
        release: 'shop@1',
        environment: 'production',
        trace_id: hexId(32, 9),
        user: '{"id":"42","email":"a@b.c"}',
        handled: 'false',
        times_seen: 7,
      }),
    ])
    const { body } = await service.get(queryErrors)
    expect(body).to.deep.equal({
      events: [
        {
          event_id: hexId(32, 0xabc),
          project_id: projectId,
          timestamp: new Date(onDay(11, 0, 0, 123)).toISOString(),
          level: 'fatal',
          message: 'Käse "quoted"',
          exception_type: 'TypeError',
          exception_value: 'x is not a function',
          platform: 'node',
          sdk_name: 'sentry.javascript.node',
          tags: { browser: 'Firefox', __proto__x: 'y' },
          stack_trace: 'TypeError: x\n  at f',
          fingerprint: hexId(32, 0xf),
          release: 'shop@1',
          environment: 'production',
          trace_id: hexId(32, 9),
          user: { id: '42', email: 'a@b.c' },
          handled: false,
          times_seen: 7,
          issue_id: null,
        },
      ],
      total: 7,
      has_more: false,
    })
  })

  it('applies each filter, alone and combined', async () => {
    const shop = { release: 'shop@1', environment: 'production', transaction: 'GET /cart', handled: 'true' } as const
    const user = JSON.stringify({ id: '7', email: 'ann@example.com', username: 'ann', ip_address: '203.0.113.7' })
    await service.seed('events', [
      event({ event_id: hexId(32, 1), ...shop, trace_id: hexId(32, 9), tags: { browser: 'Firefox', 'a.b': "it's" } }),
      event({ event_id: hexId(32, 2), ...shop, handled: 'false', fingerprint: hexId(32, 0xf), user, user_key: 'id:7' }),
      event({ event_id: hexId(32, 3), environment: 'staging' }),
    ])
    const filters: [query: Record<string, string>, found: number[]][] = [
      [{ release: 'shop@1' }, [1, 2]],
      [{ environment: 'staging' }, [3]],
      [{ transaction: 'GET /cart', environment: 'production' }, [1, 2]],
      [{ trace_id: hexId(32, 9) }, [1]],
      [{ fingerprint: hexId(32, 0xf).toUpperCase() }, [2]],
      [{ user: 'id:7' }, [2]],
      [{ user: 'ann@example.com' }, [2]],
      [{ user: '203.0.113.7' }, [2]],
      [{ user: 'ann@' }, []],
      [{ handled: 'false' }, [2]],
      [{ handled: 'true' }, [1, 3]],
      [{ 'tag.browser': 'Firefox', 'tag.a.b': "it's" }, [1]],
      [{ 'tag.browser': 'Firefox', 'tag.a.b': 'other' }, []],
      [{ 'tag.__proto__': 'x' }, []],
    ]
    for (const [query, found] of filters) {
      const listed = await service.get(queryErrors, query)
      expect(ids(listed.body), JSON.stringify(query)).to.have.members(found)
      expect(listed.body.total).to.equal(found.length)
      const recent = await service.get(readErrors, { action: 'recent', ...query })
      expect(ids(recent.body), JSON.stringify(query)).to.have.members(found)
    }
  })

  it('looks back any duration between minimum and maximum', async () => {
    await service.seed('events', [
      event({ event_id: hexId(32, 1), timestamp: secondsAgo(89 * 60) }),
      event({ event_id: hexId(32, 2), timestamp: secondsAgo(91 * 60) }),
    ])
    expect(ids((await service.get(queryErrors, { since: '90m' })).body)).to.deep.equal([1])
    expect(ids((await service.get(queryErrors, { since: '3d' })).body)).to.deep.equal([1, 2])
  })

  it('counts events that flood samples stand for, and pages by the samples', async () => {
    await service.seed('events', [
      event({ event_id: hexId(32, 1), times_seen: 500 }),
      event({ event_id: hexId(32, 2), times_seen: 1 }),
    ])
    const first = await service.get(queryErrors, { limit: 1 })
    expect(first.body).to.include({ total: 501, has_more: true })
    const second = await service.get(queryErrors, { limit: 1, offset: 1 })
    expect(second.body).to.include({ total: 501, has_more: false })
    expect((await service.get(queryErrors, { offset: 2 })).body.events).to.deep.equal([])
  })

  it('contains the issue of each event that has one, with one lookup per page', async () => {
    let asked = 0
    service = await openService({
      issues: {
        findIssue: () => Promise.resolve(undefined),
        findIssues: () => Promise.resolve(new Map()),
        findIssueIds: (_organizationId, fingerprints) => {
          asked += 1
          expect(fingerprints).to.have.length(2)
          return Promise.resolve(new Map([[`${projectId}:${hexId(32, 0xf)}`, 'issue-1']]))
        },
      },
    })
    await service.seed('events', [
      event({ event_id: hexId(32, 1), fingerprint: hexId(32, 0xf) }),
      event({ event_id: hexId(32, 2), fingerprint: hexId(32, 0xe) }),
    ])
    const { body } = await service.get(queryErrors)
    expect(body.events.map(({ issue_id }) => issue_id)).to.deep.equal(['issue-1', null])
    expect(asked).to.equal(1)
  })

  it('returns null for an event without a user', async () => {
    await service.seed('events', [event({ user: '' })])
    const { body } = await service.get(queryErrors)
    expect(body.events[0]!.user).to.equal(null)
  })

  it('hides events of other organizations', async () => {
    const other = await openService()
    await other.seed('events', [event()])
    const { body } = await service.get(queryErrors)
    expect(body.total).to.equal(0)
  })

  it('lists the newest first and ties by event id', async () => {
    await service.seed('events', [
      event({ event_id: hexId(32, 3), timestamp: secondsAgo(10) }),
      event({ event_id: hexId(32, 1), timestamp: secondsAgo(10) }),
      event({ event_id: hexId(32, 2), timestamp: secondsAgo(5) }),
    ])
    const { body } = await service.get(queryErrors)
    expect(ids(body)).to.deep.equal([2, 1, 3])
  })

  it('pages through everything once', async () => {
    await service.seed(
      'events',
      Array.from({ length: 25 }, (_, index) => event({ event_id: hexId(32, index), timestamp: secondsAgo(index % 4) })),
    )
    const seen: number[] = []
    for (let offset = 0; ; offset += 7) {
      const { body } = await service.get(queryErrors, { limit: 7, offset })
      seen.push(...ids(body))
      expect(body.total).to.equal(25)
      expect(body.has_more).to.equal(seen.length < 25)
      if (!body.has_more) break
    }
    expect(new Set(seen).size).to.equal(25)
    expect(seen).to.have.length(25)
    const beyond = await service.get(queryErrors, { offset: 25 })
    expect(beyond.body).to.deep.equal({ events: [], total: 25, has_more: false })
  })

  it('includes the levels that each level filter covers', async () => {
    const levels = ['debug', 'info', 'warning', 'error', 'fatal']
    await service.seed(
      'events',
      levels.map((level, index) => event({ level, event_id: hexId(32, index) })),
    )
    for (const [filter, expected] of Object.entries({ error: [3, 4], warning: [2], info: [0, 1] })) {
      const { body } = await service.get(queryErrors, { level: filter })
      expect(ids(body), filter).to.deep.equal(expected)
      expect(body.total).to.equal(expected.length)
    }
  })

  it('finds text in the message, exception type and exception value in any case, beyond ASCII too', async () => {
    await service.seed('events', [
      event({ event_id: hexId(32, 1), message: 'Größe ÜBER alles' }),
      event({ event_id: hexId(32, 2), exception_type: 'ConnectionError' }),
      event({ event_id: hexId(32, 3), exception_value: 'Пользователь не найден' }),
    ])
    expect(ids((await service.get(queryErrors, { search: 'über' })).body)).to.deep.equal([1])
    expect(ids((await service.get(queryErrors, { search: 'connectionerr' })).body)).to.deep.equal([2])
    expect(ids((await service.get(queryErrors, { search: 'НАЙДЕН' })).body)).to.deep.equal([3])
  })

  it('takes special characters of SQL and LIKE literally', async () => {
    const texts = [
      '100% sure',
      'a_b',
      'back\\slash',
      "it's",
      "' OR 1=1 --",
      '{limit:UInt32}',
      'tab\there',
      'line\nfeed',
    ]
    await seedMessages(...texts, '1000 sure', 'axb', 'backslash')
    for (const [index, text] of texts.entries()) {
      const { body } = await service.get(queryErrors, { search: text })
      expect(ids(body), text).to.deep.equal([index + 1])
    }
    expect((await service.get(queryErrors, { search: '%' })).body.total).to.equal(1)
    expect((await service.get(queryErrors, { search: '_' })).body.total).to.equal(1)
  })

  it('finds one event by its id, with or without dashes, in any case', async () => {
    const id = 'ABCDEF0123456789ABCDEF0123456789'
    await service.seed('events', [event({ event_id: id.toLowerCase() }), event()])
    const dashed = 'abcdef01-2345-6789-abcd-ef0123456789'
    for (const event_id of [id, id.toLowerCase(), dashed]) {
      const { body } = await service.get(queryErrors, { event_id })
      expect(body.total, event_id).to.equal(1)
    }
  })

  it('filters by project id or number', async () => {
    await service.seed('events', [
      event({ event_id: hexId(32, 1) }),
      event({ event_id: hexId(32, 2), project_id: 'another' }),
    ])
    expect(ids((await service.get(queryErrors, { project_id: projectId })).body)).to.deep.equal([1])
    expect(ids((await service.get(queryErrors, { project_id: 7 })).body)).to.deep.equal([1])
    expect((await service.get(queryErrors)).body.total).to.equal(2)
  })

  it('rejects a malformed project and does not find an unknown one', async () => {
    for (const project_id of ['abc', '0', '-1', '1.5', "1' OR '1"]) {
      const { status, faults } = await service.get(queryErrors, { project_id })
      expect(status, project_id).to.equal(400)
      expect(faults[0]?.name).to.equal('project_id')
    }
    expect((await service.get(queryErrors, { project_id: 8 })).status).to.equal(404)
    expect((await service.get(queryErrors, { project_id: '01990000-0000-7000-8000-000000000009' })).status).to.equal(
      404,
    )
  })

  it('includes the start and excludes the end of absolute time', async () => {
    const start = nowMs - 40 * 86_400_000
    await service.seed('events', [
      event({ event_id: hexId(32, 1), timestamp: start - 1 }),
      event({ event_id: hexId(32, 2), timestamp: start }),
      event({ event_id: hexId(32, 3), timestamp: start + 999 }),
      event({ event_id: hexId(32, 4), timestamp: start + 1000 }),
    ])
    const range = { start: new Date(start).toISOString(), end: new Date(start + 1000).toISOString() }
    expect(ids((await service.get(queryErrors, range)).body)).to.deep.equal([3, 2])
    expect(ids((await service.get(queryErrors, { ...range, since: '1h' })).body)).to.deep.equal([3, 2])
    const sole = { end: range.end, since: '1h' }
    expect(ids((await service.get(queryErrors, sole)).body)).to.deep.equal([3, 2, 1])
  })

  it('immediately shows events stamped slightly ahead of the clock', async () => {
    await service.seed('events', [event({ timestamp: nowMs + 60_000 })])
    expect((await service.get(queryErrors)).body.total).to.equal(1)
  })

  it('counts since from the clock', async () => {
    await service.seed('events', [event({ timestamp: nowMs - 3_600_000 }), event({ timestamp: nowMs - 3_600_001 })])
    expect((await service.get(queryErrors, { since: '1h' })).body.total).to.equal(1)
    expect((await service.get(queryErrors, { since: '6h' })).body.total).to.equal(2)
  })

  describe('by action', () => {
    it('lists the requested hours', async () => {
      await service.seed('events', [event(), event({ timestamp: secondsAgo(7201) })])
      expect((await service.get(readErrors, { action: 'recent', hours_back: 2 })).body.total).to.equal(1)
      expect((await service.get(readErrors, { action: 'recent' })).body.total).to.equal(2)
    })

    it('searches for text that contains the query', async () => {
      await seedMessages('first needle', 'second')
      const { body } = await service.get(readErrors, { action: 'search', query: 'NEEDLE' })
      expect(ids(body)).to.deep.equal([1])
    })

    it('rejects a search without a query and any other action', async () => {
      const search = await service.get(readErrors, { action: 'search' })
      expect(search.status).to.equal(400)
      expect(search.faults[0]?.name).to.equal('query')
      const other = await service.get(readErrors, { action: 'delete' })
      expect(other.status).to.equal(400)
      expect(other.faults[0]?.name).to.equal('action')
      expect((await service.get(readErrors)).status).to.equal(400)
    })
  })
})
