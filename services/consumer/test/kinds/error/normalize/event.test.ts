import { expect } from 'chai'
import { receivedAt, rowOf } from '../event-input.js'

function payloadOf(payload: unknown, known = {}): Record<string, unknown> {
  return JSON.parse(rowOf(payload, known).payload) as Record<string, unknown>
}

const hour = 3_600_000

describe('normalizeEvent', () => {
  it('drops fields of a wrong type and retains the event', () => {
    const wrong = Object.fromEntries(
      ['level', 'platform', 'tags', 'user', 'request', 'contexts', 'breadcrumbs', 'exception', 'threads', 'logentry']
        .concat(['message', 'extra', 'modules', 'fingerprint', 'sdk', 'release', 'timestamp', 'stacktrace', 'errors'])
        .map((name) => [name, false]),
    )
    expect(rowOf(wrong)).to.include({ level: 'error', platform: 'other', message: '', timestamp: receivedAt })
  })

  it('treats null as missing everywhere', () => {
    const row = rowOf({
      message: null,
      exception: { values: [null, { type: 'E', value: null, stacktrace: { frames: [null, { function: null }] } }] },
      breadcrumbs: { values: [null] },
      user: null,
      tags: null,
    })
    expect(row).to.include({ exception_type: 'E', exception_value: '', user: '' })
  })

  it('reads the level: words, aliases, numbers', () => {
    const levels: [unknown, string][] = [
      ['fatal', 'fatal'],
      ['critical', 'fatal'],
      ['log', 'info'],
      ['debug', 'debug'],
      [10, 'debug'],
      [30, 'warning'],
      [50, 'fatal'],
      [35, 'error'],
      ['verbose', 'error'],
      [undefined, 'error'],
    ]
    for (const [level, expected] of levels) expect(rowOf({ level }).level, String(level)).to.equal(expected)
  })

  it('corrects all times by the same difference', () => {
    const sentAt = receivedAt - 5 * hour
    const payload = { timestamp: (sentAt - 1_000) / 1_000, breadcrumbs: [{ timestamp: (sentAt - 3_000) / 1_000 }] }
    expect(rowOf(payload, { sentAt }).timestamp).to.equal(receivedAt - 1_000)
    const { breadcrumbs } = payloadOf(payload, { sentAt }) as { breadcrumbs: { timestamp: number }[] }
    expect(breadcrumbs[0]?.timestamp).to.equal(receivedAt / 1_000 - 3)
  })

  it('fills in a missing environment from the tag', () => {
    expect(rowOf({ tags: { environment: 'prod', a: 1 } })).to.deep.include({ environment: 'prod', tags: { a: '1' } })
    expect(rowOf({ environment: 'dev', tags: { environment: 'prod' } })).to.deep.include({
      environment: 'dev',
      tags: { environment: 'prod' },
    })
  })

  it('drops names that are invalid for a release or environment', () => {
    for (const release of ['latest', '.', '..', 'a/b', 'a\\b', 'a\nb']) expect(rowOf({ release }).release).to.equal('')
    for (const environment of ['None', 'a/b', 'a\tb']) expect(rowOf({ environment }).environment).to.equal('')
    expect(rowOf({ release: 'shop@1.0+b', environment: 'pre prod' })).to.include({ release: 'shop@1.0+b' })
  })

  it('reads exceptions as a list, as values and as one object, and the names of old SDKs', () => {
    const exception = { type: 'E', value: 'x' }
    for (const payload of [
      { exception },
      { exception: [exception] },
      { exception: { values: [exception] } },
      { 'sentry.interfaces.Exception': { values: [exception] } },
    ]) {
      expect(rowOf(payload)).to.include({ exception_type: 'E', exception_value: 'x' })
    }
    expect(rowOf({ 'sentry.interfaces.User': { id: 1 } }).user_key).to.equal('1')
  })

  it('splits a value that contains the type, and writes other values as JSON', () => {
    expect(rowOf({ exception: { value: 'IOError: broken' } })).to.include({
      exception_type: 'IOError',
      exception_value: 'broken',
    })
    expect(rowOf({ exception: { type: 'E', value: { a: [1] } } }).exception_value).to.equal('{"a":[1]}')
  })

  it('moves a stack beside a single exception into it', () => {
    const stacktrace = { frames: [{ function: 'f', filename: 'a.py' }] }
    expect(rowOf({ exception: { type: 'E' }, stacktrace }).stack_trace).to.equal('E\n    at f (a.py)')
  })

  it('fills in messages', () => {
    const messages: [unknown, string][] = [
      [{ message: '%s bought %d of %(x)s', params: ['ann', 3] }, 'ann bought 3 of %(x)s'],
      [{ message: '%(who)s left, 100%%', params: { who: 'ann' } }, 'ann left, 100%'],
      [{ message: '{} and {1} and {}', params: ['a', 'b'] }, 'a and b and b'],
      [{ message: '{who} left', params: { who: 'ann' } }, 'ann left'],
      [{ message: '%s', formatted: 'as sent', params: ['x'] }, 'as sent'],
      [{ message: 'plain' }, 'plain'],
      ['text', 'text'],
      [false, ''],
      ['', ''],
    ]
    for (const [logentry, message] of messages) expect(rowOf({ logentry }).message).to.equal(message)
  })

  it('finds the user wherever SDKs put it', () => {
    const ipOf = (payload: object) => {
      const { user } = rowOf(payload, { clientIp: '192.0.2.9' })
      return user === '' ? undefined : (JSON.parse(user) as { ip_address?: string }).ip_address
    }
    expect(ipOf({ user: { ip_address: '{{auto}}' } })).to.equal('192.0.2.9')
    expect(ipOf({ platform: 'javascript' })).to.equal('192.0.2.9')
    expect(ipOf({ platform: 'node' })).to.equal(undefined)
    expect(ipOf({ platform: 'node', sdk: { settings: { infer_ip: 'auto' } } })).to.equal('192.0.2.9')
    expect(ipOf({ platform: 'javascript', sdk: { settings: { infer_ip: 'never' } } })).to.equal(undefined)
    expect(ipOf({ request: { env: { REMOTE_ADDR: '198.51.100.7' } } })).to.equal('198.51.100.7')
    expect(ipOf({ user: { ip_address: 'nonsense', id: 1 } })).to.equal(undefined)
    expect(ipOf({ user: { ip_address: '2001:db8::1' } })).to.equal('2001:db8::1')
  })

  it('names the SDK from payload, envelope, client or user agent', () => {
    const named = { sdk_name: 'a', sdk_version: '1' }
    expect(rowOf({ sdk: { name: 'a', version: '1' } }, { sdk: 'b/2' })).to.include(named)
    expect(rowOf({ sdk: {} }, { sdk: { name: 'a', version: '1' } })).to.include(named)
    expect(rowOf({}, { sdk: 'a/1' })).to.include(named)
    expect(rowOf({}, { userAgent: 'sentry-cli/2.58' })).to.include({ sdk_name: 'sentry-cli', sdk_version: '2.58' })
    expect(rowOf({}, { userAgent: 'Mozilla/5.0' })).to.include({ sdk_name: '' })
  })

  it('lowercases trace ids and drops invalid ones', () => {
    const trace = { trace_id: 'A'.repeat(32), span_id: 'B'.repeat(16) }
    expect(rowOf({ contexts: { trace } })).to.include({ trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) })
    expect(rowOf({ contexts: { trace: { trace_id: 'x', span_id: 7 } } })).to.include({ trace_id: '', span_id: '' })
  })

  it('reads requests', () => {
    const { request } = payloadOf({
      request: {
        url: 'https://a.example.com/x?q=1&r=a%20b#frag',
        method: 'post',
        headers: [
          ['content-type', 'application/json'],
          ['cookie', 'a=1; b=2'],
          ['x-a', '1'],
          ['X-A', '2'],
        ],
        data: '{"a":{"b":1}}',
      },
    })
    expect(request).to.deep.equal({
      url: 'https://a.example.com/x',
      method: 'POST',
      query_string: [
        ['q', '1'],
        ['r', 'a b'],
      ],
      fragment: 'frag',
      headers: { 'Content-Type': 'application/json', 'X-A': '1,2' },
      cookies: [
        ['a', '1'],
        ['b', '2'],
      ],
      data: { a: { b: 1 } },
      inferred_content_type: 'application/json',
    })
    expect(payloadOf({ request: {} })).to.not.have.property('request')
  })

  it("splits a frame's URL, and retains the newest frames and the details at both ends", () => {
    const frames = Array.from({ length: 300 }, (_, index) => ({
      function: `f${index}`,
      filename: 'https://a.example.com/js/app.js?v=1',
      vars: { index },
      context_line: 'x',
      lineno: -1,
    }))
    const { exception } = payloadOf({ exception: { type: 'E', stacktrace: { frames } } }) as {
      exception: { stacktrace: { frames: Record<string, unknown>[] } }[]
    }
    const kept = exception[0]!.stacktrace.frames
    expect(kept).to.have.length(250)
    expect(kept[0]).to.deep.equal({
      function: 'f50',
      filename: '/js/app.js',
      abs_path: 'https://a.example.com/js/app.js?v=1',
      context_line: 'x',
      in_app: false,
      vars: { index: 50 },
    })
    expect(kept[125]).to.not.have.any.keys('vars', 'context_line')
    expect(kept[249]).to.include({ function: 'f299', context_line: 'x' })
  })

  it('writes deeply nested values as JSON', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 'end' : { a: deep(levels - 1) })
    const { extra } = payloadOf({ extra: { deep: deep(10) } }) as { extra: Record<string, unknown> }
    expect(JSON.stringify(extra)).to.contain('\\"a\\"')
  })
})
