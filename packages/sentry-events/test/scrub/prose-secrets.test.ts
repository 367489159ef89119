import { defaultProjectSettings } from '@signalbox/contracts'
import { expect } from 'chai'
import fc from 'fast-check'
import { groupEvent } from '../../src/group/group-event.js'
import { normalizeEvent } from '../../src/normalize/event.js'
import { createScrubber } from '../../src/scrub/scrubber.js'

const scrubber = createScrubber(defaultProjectSettings.scrubbing)
const card = '4111 1111 1111 1111'
const webToken = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'

/** The remaining text, by input; null if unchanged. */
const texts: Readonly<Record<string, string | null>> = {
  'login failed: password=hunter2 for ada': 'login failed: password=[Filtered] for ada',
  'password=hunter2 is wrong': 'password=[Filtered] is wrong',
  'cannot open "db?user=ada&password=hunter2&x=1"': 'cannot open "db?user=ada&password=[Filtered]&x=1"',
  "secret='two words', next": "secret='[Filtered]', next",
  'GET https://api.example/v1?access_token=abc123&page=2 gave 401':
    'GET https://api.example/v1?access_token=[Filtered]&page=2 gave 401',
  'refused {"api_key": "abc", "page": 2}': 'refused {"api_key": "[Filtered]", "page": 2}',
  'password: hunter2': 'password: [Filtered]',
  'Authorization: Bearer abc.def-123 was refused': 'Authorization: Bearer [Filtered] was refused',
  'authorization=Basic dXNlcjpwYXNz; x': 'authorization=Basic [Filtered]; x',
  '{"Authorization":"Token abc123"}': '{"Authorization":"[Filtered]"}',
  'Authorization: Digest username="ada", response="6629"\nnext': 'Authorization: [Filtered]\nnext',
  'sent Bearer abcdef1234567890': 'sent Bearer [Filtered]',
  [`bad token ${webToken}`]: 'bad token [Filtered]',
  'Cookie: theme=dark; sid=abc\nnext': 'Cookie: [Filtered]\nnext',
  'Set-Cookie: id=1; Path=/': 'Set-Cookie: [Filtered]',
  'Cookie: theme=dark; sid=abc was refused by the proxy': 'Cookie: [Filtered] was refused by the proxy',
  'Cookie: sid=abc, then 401 for /orders': 'Cookie: [Filtered], then 401 for /orders',
  'sent (Cookie: sid="a b c"; x=1) and got 401': 'sent (Cookie: [Filtered]) and got 401',
  'curl -H "Cookie: a=1;sid=2" https://x.example/y': 'curl -H "Cookie: [Filtered]" https://x.example/y',
  'Cookie: a=; sid=abc; retry in 3 s': 'Cookie: [Filtered]; retry in 3 s',
  'Cookie: a=1 and later sid=2': 'Cookie: [Filtered] and later sid=[Filtered]',
  'Set-Cookie: id=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Secure; HttpOnly was ignored':
    'Set-Cookie: [Filtered] was ignored',
  'set-cookie: a=1; Path=/, b=2; Max-Age=60 over plain HTTP': 'set-cookie: [Filtered] over plain HTTP',
  'theme=dark; sid=abc; csrf=def; session=ghi; JSESSIONID=jkl':
    'theme=dark; sid=[Filtered]; csrf=[Filtered]; session=[Filtered]; JSESSIONID=[Filtered]',
  [`card ${card} declined`]: 'card [Filtered] declined',
  'card 4111 1111 1111 1112 has no check digit': null,
  'mysql://app:hunter2@db/shop': 'mysql://[Filtered]@db/shop',
  'Unexpected token: }': null,
  'Unexpected token < in JSON at position 0': null,
  'Invalid password: too short': null,
  'token == null': null,
  'if (token==other) then': null,
  'token=null, session=undefined': null,
  'WHERE password=? AND token=$1 AND session=%s': null,
  'author=Ada, authority=example.com': null,
  'Bearer authentication required': null,
  'release shop@1.0.0 is not known': null,
  'shop@1.0.0': null,
  'cannot read /home/ada/app.js': null,
  'Cookie: consent is missing': null,
}

function eventOf(payload: Record<string, unknown>) {
  return normalizeEvent(payload, {
    ...{ payload, organizationId: 'org-1', project: { id: 'p', number: 1, name: 'shop' }, receivedAt: 0 },
    ...{ sentAt: undefined, headerEventId: undefined, fallbackEventId: '0'.repeat(32), sdk: undefined },
    ...{ clientIp: undefined, userAgent: undefined },
  })
}

const exceptionOf = (value: string) => eventOf({ exception: { values: [{ type: 'Error', value }] } })

describe('secrets in messages', () => {
  for (const [text, expected] of Object.entries(texts)) {
    const title = text.replaceAll('\n', ' ')
    it(expected === null ? `leave alone: ${title}` : `are replaced: ${title}`, () => {
      const [exception] = scrubber.scrubEvent(exceptionOf(text)).exceptions
      expect(exception?.value).to.equal(expected ?? text)
      expect(scrubber.scrubEvent(eventOf({ message: text })).logentry?.formatted).to.equal(expected ?? text)
      if (!text.includes('/home/')) expect(scrubber.scrubText(text)).to.equal(expected ?? text)
    })
  }

  it('are replaced, with the rule noted', () => {
    const { changes } = scrubber.scrubEvent(exceptionOf('password=x'))
    expect(JSON.stringify(changes)).to.include('field:password').and.to.include('value')
  })

  it('do not affect grouping, while different words do', () => {
    const fingerprintOf = (value: string) => groupEvent(scrubber.scrubEvent(exceptionOf(value))).fingerprint
    expect(fingerprintOf('login failed, password=hunter2')).to.equal(fingerprintOf('login failed, password=correct'))
    expect(fingerprintOf('login failed, password=x1')).to.not.equal(fingerprintOf('upload failed, password=x1'))
  })

  it('are retained if the project says so, while fields are still scrubbed', () => {
    const own = createScrubber({ ...defaultProjectSettings.scrubbing, messages: false })
    const event = eventOf({ message: 'password=hunter2', extra: { password: 'hunter2' } })
    const scrubbed = own.scrubEvent(event)
    expect(scrubbed.logentry?.formatted).to.equal('password=hunter2')
    expect(scrubbed.extra).to.deep.equal({ password: '[Filtered]' })
    expect(own.scrubText('password=hunter2')).to.equal('password=hunter2')
  })

  it("follow only the team's names if the built-in ones are off", () => {
    const own = createScrubber({
      ...defaultProjectSettings.scrubbing,
      ...{ use_defaults: false, sensitive_fields: ['iban'] },
    })
    expect(own.scrubText('iban=DE12 password=x sid=y')).to.equal('iban=[Filtered] password=x sid=y')
  })

  it('are found once: scrubbing again changes nothing', () => {
    const words = fc.constantFrom(...Object.keys(texts), ' ', '=', ':', '"', '\n', 'Authorization:', 'sid=', card)
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), (parts) => {
        const once = scrubber.scrubText(parts.join(''))
        expect(scrubber.scrubText(once)).to.equal(once)
      }),
    )
  })
})
