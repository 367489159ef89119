import { expect } from 'chai'
import * as fc from 'fast-check'
import { createSecretVault } from '../../src/model/secret-vault.js'
import { afterQuestions, answers, runModelledSession, finish, honest, range } from './modelled-session.js'

/** Texts from telemetry, each with a secret. */
const planted: readonly (readonly [text: string, secret: string])[] = [
  ['login failed with password=hunter22-abc for 7', 'hunter22-abc'],
  ['{"password":"p@ss w0rd!","user":"x"}', 'p@ss w0rd!'],
  ['retry with {\\"api_key\\": \\"abcdef123456\\"}', 'abcdef123456'],
  ['GET /x?access_token=qwe123rty&y=1', 'qwe123rty'],
  ['DB_PASSWORD: "topsecret-1"', 'topsecret-1'],
  ["client_secret => 'abc-abc-1'", 'abc-abc-1'],
  ['Authorization: Bearer abc.def-123456', 'abc.def-123456'],
  ['authorization: Basic dXNlcjpwYXNzd29yZA==', 'dXNlcjpwYXNzd29yZA=='],
  ['sent Token 0123456789abcdef-x', '0123456789abcdef-x'],
  ['connect postgres://app:s3cr3t@db:5432/x failed', 's3cr3t'],
  ['dsn https://0123456789abcdef0123456789abcdef@sentry.example/4', '0123456789abcdef0123456789abcdef'],
  ['redis://:p4ssw0rd@cache:6379', 'p4ssw0rd'],
  ['Cookie: session=abcdef1; theme=dark', 'abcdef1'],
  ['Set-Cookie: sid=zzzz9999; HttpOnly', 'zzzz9999'],
  ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_1 expired', 'eyJzdWIiOiIxIn0'],
  ['key AKIAIOSFODNN7EXAMPLE denied', 'AKIAIOSFODNN7EXAMPLE'],
  ['aws wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY x', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ['push ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
  ['slack xoxb-1234567890-abcdefghij', 'xoxb-1234567890-abcdefghij'],
  ['https://hooks.slack.com/services/T000/B000/XXXXYYYY', 'T000/B000/XXXXYYYY'],
  ['openai sk-proj-abcdefghijklmnop1234', 'sk-proj-abcdefghijklmnop1234'],
  ['stripe sk_live_abcdefghijklmnop1234', 'sk_live_abcdefghijklmnop1234'],
  ['mail to ada.lovelace@example.com bounced', 'ada.lovelace@example.com'],
  ['GET /u/ada%40example.org', 'ada%40example.org'],
  ['card 4242 4242 4242 4242 declined', '4242 4242 4242 4242'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----', 'MIIEpAIBAAKCAQEA'],
  ['truncated -----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg', 'MIIEvQIBADANBg'],
  ['opaque Zm9vYmFyMTIzNDU2Nzg5MDEyMzQ1Njc4OTBhYmM', 'Zm9vYmFyMTIzNDU2Nzg5MDEyMzQ1Njc4OTBhYmM'],
]

describe('secrets', () => {
  it('never reach a model, wherever they appear', async () => {
    const texts = planted.map(([text]) => text)
    const log = { at: 1, body: texts.join(' | '), attributes: { 'db.password': 'in-an-attribute-1' }, traceId: '' }
    const { requests } = await runModelledSession({
      prompt: `Look into this: ${texts.join('\n')}`,
      context: {
        env: Object.fromEntries(texts.map((text, index) => [`LINE_${index}`, text])),
        apiKey: 'in-the-context-1',
      },
      facts: {
        logPatterns: [
          {
            service: 'checkout',
            level: 'error',
            pattern: texts.slice(0, 5).join(' '),
            partOf: texts.slice(0, 5).join(' '),
            count: 1,
            countBefore: 0,
            firstAt: 1,
            lastAt: 1,
            counts: [],
            examples: [log],
            commonAttributes: [],
            evidence: 'e1',
          },
        ],
      },
      api: {
        listChanges: {
          changes: texts.map((text, index) => ({ change_id: `c-${index}`, diff: text })),
          total: 1,
          has_more: false,
        },
        queryErrors: {
          events: texts.map((message) => ({ message, user: { email: 'eve@example.net' } })),
          total: 1,
          has_more: false,
        },
      },
      say: (number) =>
        number === 0
          ? {
              calls: [
                { name: 'changes', arguments: range },
                { name: 'events', arguments: range },
              ],
            }
          : { text: texts.join('\n'), calls: [{ name: 'finish', arguments: honest }] },
    })
    const everything = requests.map(({ bytes }) => bytes).join('\n')
    expect(requests).to.have.length.above(1)
    for (const secret of [
      ...planted.map(([, each]) => each),
      'in-the-context-1',
      'in-an-attribute-1',
      'eve@example.net',
    ]) {
      expect(everything).to.not.contain(secret).and.not.contain(JSON.stringify(secret).slice(1, -1))
    }
  })

  it('are restored in queries to the store, and nowhere else', async () => {
    const { asked, steps, requests } = await runModelledSession({
      prompt: 'Who is ada@example.com?',
      api: { queryErrors: { events: [], total: 0, has_more: false } },
      say: (number) =>
        number === 0
          ? { calls: [{ name: 'events', arguments: { ...range, search: '<hidden-email-1>' } }] }
          : afterQuestions(finish())(number),
    })
    expect(asked[0]?.parameters).to.include({ search: 'ada@example.com' })
    expect(steps.find(({ step }) => step.tool === 'events')?.step.input).to.include({ search: '<hidden-email-1>' })
    expect(JSON.stringify(requests)).to.not.contain('ada@example.com')
  })

  it('leave other values unchanged', () => {
    const plain = [
      'commit 3f2a91c0d4e5f60718293a4b5c6d7e8f90a1b2c3',
      'trace 0af7651916cd43dd8448eb211c80319c span b7ad6b7169203331',
      'session 01990000-0000-7000-8000-000000000001',
      'pod checkout-7d4b9c6f5-x2x8z at 2026-05-17T12:00:00.000Z',
      'src/components/checkout/PaymentForm2/handler.ts',
      'token expired, password invalid, max_tokens=500',
      'shop@1.4.0 and web-shop@2026.11.3-beta.rc came before shop%401.4.1, shop@v2.0',
      'TypeError: x is not a function at checkout (shop.js:1:2)',
      JSON.stringify(answers),
    ]
    for (const text of plain) expect(createSecretVault().hideText(text)).to.equal(text)
  })

  it('have one placeholder each for the entire session, and are restored unchanged', () => {
    const vault = createSecretVault()
    const hidden = vault.hideText('password=hunter22-abc and again hunter22-abc')
    expect(hidden).to.equal('password=<hidden-secret-1> and again <hidden-secret-1>')
    expect(vault.reveal({ a: [hidden] })).to.deep.equal({ a: ['password=hunter22-abc and again hunter22-abc'] })
    expect(vault.reveal('<hidden-secret-9>')).to.equal('<hidden-secret-9>')
  })

  it('are hidden idempotently, and revealing restores the text', () => {
    const piece = fc.oneof(fc.constantFrom(...planted.map(([text]) => text)), fc.string({ maxLength: 20 }))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const vault = createSecretVault()
        const text = pieces.join(' \n ')
        const hidden = vault.hideText(text)
        expect(vault.hideText(hidden)).to.equal(hidden)
        expect(vault.reveal(hidden)).to.equal(text)
      }),
    )
  })

  it('do not include release names, whatever they look like', () => {
    const releases = { release: 'Checkout-Service-PROD-2026-05-17-a1b2c3d4', last_release: 'com.acme.App@1.0+Build77' }
    expect(createSecretVault().hide([releases])).to.deep.equal([releases])
    expect(createSecretVault().hide({ release: 'x password=hunter22-abc' })).to.deep.equal({
      release: 'x password=<hidden-secret-1>',
    })
  })

  it('are evicted, oldest first, beyond the limit, and no placeholder is reused', () => {
    const vault = createSecretVault(2)
    const mails = ['a@example.com', 'b@example.com', 'c@example.com', 'a@example.com']
    const hidden = mails.map((mail) => vault.hideText(mail))
    expect(new Set(hidden).size).to.equal(4)
    expect(hidden.map((each) => vault.reveal(each))).to.deep.equal([...hidden.slice(0, 2), ...mails.slice(2)])
  })

  it('are found in time linear in the text', () => {
    const hostile = [
      'a',
      'password=',
      'x@',
      '1 ',
      '-----BEGIN PRIVATE KEY-----',
      'aB1',
      'a.',
      'http://',
      'token ',
      '\\"',
    ]
    for (const text of hostile) {
      const hidden = createSecretVault().hideText(text.repeat(20_000))
      expect(hidden).to.be.a('string')
    }
  })
})
