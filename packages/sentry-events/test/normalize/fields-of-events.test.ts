import { expect } from 'chai'
import { eventOf } from '../event-of.js'

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'

describe("an event's request", () => {
  it('has its body parsed as JSON or a form, with its format', () => {
    const bodyOf = (data: unknown, headers = {}) => {
      const { request } = eventOf({ request: { url: 'https://a.example.com', data, headers } })
      return [request?.data, request?.inferredContentType]
    }
    expect(bodyOf('{"a":[1]}')).to.deep.equal([{ a: [1] }, 'application/json'])
    expect(bodyOf('a=1&b=%20&a=2')).to.deep.equal([{ a: ['1', '2'], b: ' ' }, 'application/x-www-form-urlencoded'])
    expect(bodyOf('plain words', { 'content-type': 'text/plain' })).to.deep.equal(['plain words', 'text/plain'])
    expect(bodyOf({ a: 1 })).to.deep.equal([{ a: 1 }, 'application/json'])
  })

  it('is split into URL, query and fragment, unless those were sent separately', () => {
    expect(eventOf({ request: { url: 'https://h/p?a=1#f' } }).request).to.deep.include({
      url: 'https://h/p',
      query: [['a', '1']],
      fragment: 'f',
    })
    expect(eventOf({ request: { url: 'https://h/p?a=1', query_string: { b: 2 } } }).request?.query).to.deep.equal([
      ['b', '2'],
    ])
  })

  it('has normalized header names, with repeated headers joined and cookies moved', () => {
    const headers = [
      ['x-request-id', '1'],
      ['X-REQUEST-ID', '2'],
      ['cookie', 'a=1; b=2'],
    ]
    expect(eventOf({ request: { headers } }).request).to.deep.include({
      headers: { 'X-Request-Id': '1,2' },
      cookies: [
        ['a', '1'],
        ['b', '2'],
      ],
    })
  })

  it('has headers, cookies and queries within their limits', () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x-${index}`, 'v'.repeat(200)]))
    const { request, changes } = eventOf({ request: { headers: many, cookies: many, query_string: many } })
    const sizeOf = (pairs: string[][]) => pairs.flat().join('').length
    expect(sizeOf(Object.entries(request?.headers ?? {}))).to.be.within(7_500, 8_192)
    expect(sizeOf(request?.cookies ?? [])).to.be.within(1_800, 2_048)
    expect(sizeOf(request?.query ?? [])).to.be.within(800, 1_024)
    expect(changes.map(({ path }) => path)).to.include.members([
      'request.headers',
      'request.cookies',
      'request.query_string',
    ])
  })
})

describe("an event's user", () => {
  const known = { clientIp: '192.0.2.1' }
  const addressOf = (payload: Record<string, unknown>) => eventOf(payload, known).user?.fields.ip_address

  it("has a text id, with the application's fields as data", () => {
    const { user } = eventOf({ user: { id: 7, plan: 'pro', data: { seat: 1 } } })
    expect(user).to.deep.include({ fields: { id: '7' }, data: { seat: 1, plan: 'pro' } })
  })

  it("gets the sender's address if the SDK requests it", () => {
    expect(addressOf({ user: { ip_address: '{{auto}}' } })).to.equal('192.0.2.1')
    expect(addressOf({ user: { ip_address: '198.51.100.1' } })).to.equal('198.51.100.1')
    expect(addressOf({ request: { env: { REMOTE_ADDR: '198.51.100.2' } } })).to.equal('198.51.100.2')
    for (const platform of ['javascript', 'cocoa', 'objc']) expect(addressOf({ platform })).to.equal('192.0.2.1')
    expect(addressOf({ platform: 'python' })).to.equal(undefined)
    const asked = (infer_ip: string) => ({ settings: { infer_ip } })
    expect(addressOf({ platform: 'python', sdk: asked('auto') })).to.equal('192.0.2.1')
    expect(addressOf({ platform: 'javascript', sdk: asked('never') })).to.equal(undefined)
  })
})

describe("an event's contexts", () => {
  it('have their name as type by default', () => {
    expect(eventOf({ contexts: { app: { a: 1 }, x: { type: 'app' }, bad: 1 } }).contexts).to.deep.equal({
      app: { a: 1, type: 'app' },
      x: { type: 'app' },
    })
  })

  it('have trace ids in the same form as spans', () => {
    const trace = { trace_id: 'A'.repeat(32), span_id: 'B'.repeat(16) }
    const event = eventOf({ contexts: { trace } })
    expect(event.contexts['trace']).to.deep.equal({
      type: 'trace',
      trace_id: 'a'.repeat(32),
      span_id: 'b'.repeat(16),
      op: 'default',
      status: 'unknown',
    })
    expect(event).to.include({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) })
  })

  it("name a page's browser, system and device, from client hints first, without replacing sent values", () => {
    const headers = {
      'User-Agent': chrome,
      'Sec-CH-UA': '"Not_A Brand";v="8", "Chromium";v="120", "Google Chrome";v="120"',
      'Sec-CH-UA-Platform': '"Android"',
      'Sec-CH-UA-Platform-Version': '"14.0.0"',
      'Sec-CH-UA-Model': '"Pixel 7"',
    }
    const payload = { platform: 'javascript', request: { headers } }
    const { contexts } = eventOf(payload)
    expect(contexts['browser']).to.deep.equal({ name: 'Google Chrome', version: '120', type: 'browser' })
    expect(contexts['os']).to.deep.equal({ name: 'Android', version: '14.0.0', type: 'os' })
    expect(contexts['device']).to.include({ model: 'Pixel 7', type: 'device' })
    expect(eventOf({ platform: 'javascript' }, { userAgent: chrome }).contexts['browser']).to.include({
      name: 'Chrome',
    })
    expect(eventOf({ ...payload, contexts: { os: { name: 'x' } } }).contexts['os']).to.deep.equal({
      name: 'x',
      type: 'os',
    })
    expect(eventOf({ ...payload, platform: 'python' }).contexts).to.deep.equal({})
    expect(eventOf({ platform: 'javascript' }, { userAgent: 'node' }).contexts).to.deep.equal({})
  })
})

describe('other event fields', () => {
  it('exclude breadcrumbs from before 1970, and include those without a time', () => {
    const crumbs = eventOf({ breadcrumbs: { values: [{ timestamp: -1 }, { message: 'a', ty: 'http' }] } }).breadcrumbs
    expect(crumbs).to.have.length(1)
    expect(crumbs[0]).to.include({ message: 'a', type: 'http', level: 'info', timestamp: undefined })
  })

  it('have times without a zone read as UTC, cut to microseconds, and shifted together', () => {
    expect(eventOf({ timestamp: '2026-01-10T11:00:00' }).timestamp).to.equal(Date.UTC(2026, 0, 10, 11))
    expect(eventOf({ timestamp: '2026-01-10T11:00:00.123456789Z' }).timestamp).to.equal(
      Date.UTC(2026, 0, 10, 11, 0, 0, 123) + 0.456,
    )
    const ahead = eventOf({ timestamp: '2026-01-10T12:02:00Z', breadcrumbs: [{ timestamp: '2026-01-10T12:01:00Z' }] })
    expect(ahead.timestamp).to.equal(Date.UTC(2026, 0, 10, 12))
    expect(ahead.breadcrumbs[0]?.timestamp).to.equal(Date.UTC(2026, 0, 10, 11, 59))
  })

  it('are filled from both message forms; false and empty text count as missing', () => {
    const formattedOf = (logentry: unknown) => eventOf({ logentry }).logentry?.formatted
    expect(formattedOf({ message: 'a %s %d', params: ['b', 1] })).to.equal('a b 1')
    expect(formattedOf({ message: 'a {} {1} {name}', params: { 0: 'b', 1: 'c', name: 'd' } })).to.equal('a b c d')
    for (const message of [false, '', null]) expect(eventOf({ message }).logentry).to.equal(undefined)
  })

  it('include a tag for the site that old SDKs send', () => {
    expect(eventOf({ site: 'eu', tags: { a: true } }).tags).to.deep.equal({ a: 'True', site: 'eu' })
    expect(eventOf({ site: 'eu', tags: { site: 'us' } }).tags).to.deep.equal({ site: 'us' })
  })

  it('include the state and role of threads', () => {
    expect(eventOf({ threads: { values: [{ id: 1, main: true, state: 'RUNNABLE' }] } }).threads[0]).to.include({
      id: '1',
      main: true,
      state: 'RUNNABLE',
    })
  })
})
