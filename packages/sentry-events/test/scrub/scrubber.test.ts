import { expect } from 'chai'
import fc from 'fast-check'
import { eventOf, isWellFormed, payloadOf, scrubberOf } from '../event-of.js'

const filtered = '[Filtered]'
const scrubber = scrubberOf()

function scrubbedText(text: string, name = 'note'): string {
  return scrubber.scrubAttributes({ [name]: text })[name] ?? ''
}

const frames = [{ function: 'f', filename: '/home/alice/app.js', vars: { password: 'x', n: 1 } }]

describe('createScrubber', () => {
  it('filters values of sensitive names in all data', () => {
    const secret = { user: 'ada', password: 'x', nested: [{ API_KEY: 1, ok: true }] }
    const clean = { user: 'ada', password: filtered, nested: [{ API_KEY: filtered, ok: true }] }
    const payload = payloadOf(
      scrubber.scrubEvent(
        eventOf({
          request: {
            url: 'https://a.example.com/p',
            query_string: 'token=1&q=2',
            headers: { Authorization: 'Basic 1', Accept: '*/*', 'X-Api-Key': '1' },
            cookies: 'auth=1; theme=dark',
            data: secret,
            env: { DB_PASSWORD: 'x', PATH: '/bin' },
            fragment: 'access_token=1',
          },
          extra: secret,
          user: { id: 1, data: secret, passwd: 'x' },
          tags: { secret: 'x', plan: 'pro' },
          breadcrumbs: [{ data: secret }],
          contexts: { state: secret, auth: { a: 1 } },
          exception: [{ type: 'E', stacktrace: { frames }, mechanism: { data: secret } }],
          threads: [{ id: 1, stacktrace: { frames } }],
        }),
      ),
    )
    expect(payload['request']).to.deep.include({
      query_string: [
        ['token', filtered],
        ['q', '2'],
      ],
      headers: { Authorization: filtered, Accept: '*/*', 'X-Api-Key': filtered },
      cookies: [
        ['auth', filtered],
        ['theme', 'dark'],
      ],
      data: clean,
      env: { DB_PASSWORD: filtered, PATH: '/bin' },
      fragment: `access_token=${filtered}`,
    })
    expect(payload).to.deep.include({ extra: clean, tags: { secret: filtered, plan: 'pro' } })
    expect(payload['user']).to.deep.equal({ id: '1', data: { ...clean, passwd: filtered } })
    expect(payload['contexts']).to.deep.equal({ state: { ...clean, type: 'state' }, auth: { a: 1, type: 'auth' } })
    expect(payload).to.have.nested.property('breadcrumbs[0].data').deep.equal(clean)
    expect(payload).to.have.nested.property('exception[0].mechanism.data').deep.equal(clean)
    for (const part of ['exception', 'threads']) {
      expect(payload)
        .to.have.nested.property(`${part}[0].stacktrace.frames[0].vars`)
        .deep.equal({ password: filtered, n: 1 })
    }
  })

  it('recognizes names of secrets in any case, but not similar names', () => {
    for (const name of 'PassWord my_secret PASSWD api-key x_api_key apikey oauth credentials MYSQL_PWD privateKey'
      .split(' ')
      .concat('private-key accessToken csrf_token token stripeToken otp two-factor'.split(' '))) {
      expect(scrubbedText('value', name), name).to.equal(filtered)
    }
    for (const name of ['max_tokens', 'token_count', 'pass', 'key', 'otp_sent', 'user']) {
      expect(scrubbedText('value', name), name).to.equal('value')
    }
    expect(scrubbedText('', 'password')).to.equal('')
  })

  it('filters by name within texts that contain forms, URLs, JSON or printed objects, complete or truncated', () => {
    const cases: [string, string][] = [
      ['a=1&password=x y&b=2', `a=1&password=${filtered}&b=2`],
      ['a=1; auth=x; b=2', `a=1; auth=${filtered}; b=2`],
      ['https://h/p?token=abc&x=1#access_token=7', `https://h/p?token=${filtered}&x=1#access_token=${filtered}`],
      ['GET /p?token=abc failed', `GET /p?token=${filtered} failed`],
      ['{"password":"a\\"b","n":1}', `{"password":"${filtered}","n":1}`],
      ['{"secret": {"a":[1,"}"]}, "n": 1}', `{"secret": "${filtered}", "n": 1}`],
      ['{"body":"{\\"password\\":\\"x\\",\\"n\\":1}"}', `{"body":"{\\"password\\":\\"${filtered}\\",\\"n\\":1}"}`],
      ["{'password': 'x', 'api_key': None}", `{'password': '${filtered}', 'api_key': None}`],
      ['{"a":1,"password":"abc...', `{"a":1,"password":"${filtered}"`],
    ]
    for (const [text, expected] of cases) expect(scrubbedText(text)).to.equal(expected)
  })

  it('filters cards, social security numbers, private keys, credentials and user names by their format', () => {
    const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----'
    const cases: [string, string][] = [
      ['card 4111 1111 1111 1111, ok', `card ${filtered}, ok`],
      ['378282246310005', filtered],
      ['4111 1111 1111 1111 12/29 5555555555554444', `${filtered} 12/29 ${filtered}`],
      ['5555-5555-5555-4444', filtered],
      ['ssn 123-45-6789.', `ssn ${filtered}.`],
      [`a ${key} b`, `a ${filtered} b`],
      ['-----BEGIN PRIVATE KEY-----\nMII', filtered],
      ['postgres://ada:pw@db/x', `postgres://${filtered}@db/x`],
      ['/home/alice/app', `/home/${filtered}/app`],
      ['in /Users/bob', `in /Users/${filtered}`],
      ['C:\\Users\\Ada Byron\\x', `C:\\Users\\${filtered}\\x`],
      ['file:///home/eve/x.js', `file:///home/${filtered}/x.js`],
    ]
    for (const [text, expected] of cases) {
      expect(scrubbedText(text)).to.equal(expected)
      expect(scrubber.scrubText(text)).to.equal(expected)
    }
  })

  it('retains values that only look like secrets', () => {
    const texts = [
      '4111111111111112',
      '550e8400-e29b-41d4-a716-446655440000',
      '41111111111111111111111111111111',
      'a4111111111111111',
      '0.4111111111111111',
      '1767225600500',
      '000-12-3456',
      '-----BEGIN PUBLIC KEY-----\nMII\n-----END PUBLIC KEY-----',
      'https://0123456789abcdef@sentry.example.com/1',
      'https://example.com/users/42/home/7',
      'https://example.com:8080/a@b',
    ]
    for (const text of texts) expect(scrubbedText(text)).to.equal(text)
    expect(scrubbedText('4111111111111111', 'span_id')).to.equal('4111111111111111')
    expect(scrubbedText('/home/42', 'url.path')).to.equal('/home/42')
  })

  it('never mistakes an id for a card or another secret', () => {
    const hex = fc.stringMatching(/^[0-9a-f]{32}$/)
    const digits = fc.stringMatching(/^[0-9]{32}$/)
    fc.assert(
      fc.property(fc.oneof(hex, digits, fc.uuid()), (id) => scrubbedText(id) === id && scrubber.scrubText(id) === id),
    )
  })

  it("leaves the error's type and location unchanged", () => {
    const event = eventOf({
      event_id: '41111111111111114111111111111111',
      message: 'no password at /home/alice/app.js',
      exception: [{ type: 'E', value: 'no password', stacktrace: { frames: [{ abs_path: '/home/alice/app.js' }] } }],
      debug_meta: { images: [{ code_file: '/home/alice/app.js', password: 'x' }] },
      contexts: { trace: { trace_id: '41111111111111114111111111111111', span_id: '4111111111111111' } },
    })
    expect(scrubber.scrubEvent(event)).to.equal(event)
  })

  it("filters by the team's names too, and retains safe fields whatever they contain", () => {
    const own = scrubberOf({ sensitive_fields: ['IBAN'], safe_fields: ['Password', 'card'] })
    expect(own.scrubAttributes({ my_iban: '1', password: 'x', card: '4111111111111111', api_key: 'x' })).to.deep.equal({
      my_iban: filtered,
      password: 'x',
      card: '4111111111111111',
      api_key: filtered,
    })
    const onlyOwn = scrubberOf({ use_defaults: false, sensitive_fields: ['iban'] })
    const attributes = { iban: '1', password: 'x', card: '4111111111111111' }
    expect(onlyOwn.scrubAttributes(attributes)).to.deep.equal({ ...attributes, iban: filtered })
    expect(onlyOwn.scrubText('4111111111111111')).to.equal('4111111111111111')
  })

  it('removes user addresses if they are not stored, even if nothing else is scrubbed', () => {
    const headers = { 'X-Forwarded-For': '1.2.3.4', 'X-Real-IP': '1.2.3.4', Forwarded: 'for=1.2.3.4', Accept: '*/*' }
    const event = eventOf({
      user: { id: 1, ip_address: '1.2.3.4' },
      request: {
        url: 'https://a.example.com',
        headers,
        env: { REMOTE_ADDR: '1.2.3.4', HTTP_X_FORWARDED_FOR: '1.2.3.4' },
      },
      extra: { password: 'x' },
    })
    const own = scrubberOf({ enabled: false, store_ip_addresses: false })
    const scrubbed = own.scrubEvent(event)
    expect(payloadOf({ ...scrubbed, changes: [] })).to.deep.include({
      user: { id: '1' },
      request: { url: 'https://a.example.com', headers: { Accept: '*/*' } },
      extra: { password: 'x' },
    })
    expect(scrubbed.changes).to.have.length(6)
    expect(own.scrubEvent(eventOf({ user: { ip_address: '1.2.3.4' } })).user).to.equal(undefined)
    const attributes = {
      'client.address': '1',
      'user.ip_address': '1',
      'http.request.header.x_forwarded_for': '1',
      a: '1',
    }
    expect(own.scrubAttributes(attributes)).to.deep.equal({ a: '1' })
    expect(own.scrubIpAddress('1.2.3.4')).to.equal('')
    expect(scrubber.scrubIpAddress('1.2.3.4')).to.equal('1.2.3.4')
  })

  it('does nothing if disabled', () => {
    const off = scrubberOf({ enabled: false })
    const event = eventOf({ extra: { password: 'x' } })
    expect(off.scrubEvent(event)).to.equal(event)
    expect(off.scrubText('4111111111111111')).to.equal('4111111111111111')
  })

  it('records each removal with its rule, up to a hundred', () => {
    const { changes } = scrubber.scrubEvent(eventOf({ extra: { a: { password: 'x' }, card: '4111111111111111' } }))
    expect(changes).to.deep.equal([
      { path: 'extra.a.password', reason: 'filtered', rule: 'field:password' },
      { path: 'extra.card', reason: 'filtered', rule: 'pattern:credit_card' },
    ])
    const extra = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`password${index}`, 'x']))
    const many = scrubber.scrubEvent(eventOf({ extra })).changes
    expect(many).to.have.length(101)
    expect(many.at(-1)).to.deep.equal({ path: '', reason: 'more' })
  })

  it('does not modify its input, and shares unchanged parts', () => {
    const event = eventOf({
      extra: { password: 'x' },
      exception: [{ type: 'E', stacktrace: { frames } }],
      tags: { a: 1 },
    })
    const before = structuredClone(event)
    const scrubbed = scrubber.scrubEvent(event)
    expect(event).to.deep.equal(before)
    expect(scrubbed.tags).to.equal(event.tags)
    expect(scrubbed.breadcrumbs).to.equal(event.breadcrumbs)
  })
})

const pieces = fc.constantFrom(
  ...[
    'password',
    'token',
    'a',
    '=',
    ':',
    '"',
    "'",
    '\\',
    '{',
    '}',
    '[',
    ']',
    '&',
    ';',
    ' ',
    '?',
    '#',
    '://',
    '@',
    '-',
    '.',
  ],
  ...[
    '4111 1111 1111 1111',
    '4111111111111111',
    '123-45-6789',
    '/home/',
    '/Users/',
    'C:\\Users\\',
    'ada',
    filtered,
    ',',
  ],
  ...['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', '\ud83d\ude80', 'é', '\n', 'null', '1'],
)
const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''))
const names = fc.oneof(fc.constantFrom('password', 'x', 'url', 'data', 'span_id', 'args', '__proto__'), fc.string())

describe('scrubbing any event', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = scrubbedText(text)
        expect(scrubbedText(once)).to.equal(once)
        expect(scrubber.scrubText(scrubber.scrubText(text))).to.equal(scrubber.scrubText(text))
        expect(isWellFormed(once)).to.equal(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('never throws and yields JSON, whatever the event contains', () => {
    const value = fc.oneof(fc.jsonValue(), texts)
    const bag = fc.dictionary(names, value, { maxKeys: 5 })
    const parts = fc.record({
      extra: bag,
      tags: bag,
      user: bag,
      contexts: bag,
      request: fc.record({ data: value, headers: bag }),
    })
    fc.assert(
      fc.property(parts, (payload) => {
        const once = scrubber.scrubEvent(eventOf(payload))
        expect(scrubber.scrubEvent(once)).to.equal(once)
        expect(isWellFormed(JSON.stringify(payloadOf(once)))).to.equal(true)
      }),
      { numRuns: 200 },
    )
  })
})
