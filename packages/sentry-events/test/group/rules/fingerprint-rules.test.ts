import { expect } from 'chai'
import { explained, grouped } from '../grouped.js'

const event = {
  platform: 'python',
  level: 'fatal',
  logger: 'shop.orders',
  release: 'shop@1.2.0',
  environment: 'production',
  transaction: '/orders/{id}',
  tags: { region: 'eu-west' },
  sdk: { name: 'sentry.python.django', version: '2.0.0' },
  exception: {
    values: [
      { type: 'OperationalError', value: 'Connection Refused by db', stacktrace: { frames: [] } },
      {
        type: 'OrderError',
        value: 'order 17 is not saved',
        stacktrace: {
          frames: [
            {
              function: 'handle',
              module: 'django.core',
              abs_path: '/venv/site-packages/django/core.py',
              in_app: false,
            },
            {
              function: 'save_order',
              module: 'shop.orders',
              package: 'shop',
              abs_path: '/srv/app/shop/orders.py',
              in_app: true,
            },
          ],
        },
      },
    ],
  },
}

function isMatched(matchers: string, payload: Record<string, unknown> = event): boolean {
  return explained(payload, { fingerprint: [`${matchers} -> x`] }).by === 'rule'
}

describe('fingerprint rules', () => {
  it('match by every matcher, by its long and its short name', () => {
    for (const matcher of [
      'error.type:OrderError',
      'type:Operational*',
      'error.value:"order ?? is not saved"',
      'value:*REFUSED*',
      'message:*refused*',
      'logger:shop.*',
      'level:fatal',
      'tags.region:eu-*',
      'release:shop@1.*',
      'environment:production',
      'transaction:/orders/*',
      'stack.function:save_order',
      'function:save_*',
      'stack.module:shop.orders',
      'module:shop.*',
      'stack.abs_path:**/shop/*.py',
      'path:/srv/app/**',
      'stack.package:shop',
      'package:shop',
      'family:other',
      'app:yes',
      'sdk:sentry.python*',
    ]) {
      expect(isMatched(matcher), matcher).to.equal(true)
      expect(isMatched(`!${matcher}`), `!${matcher}`).to.equal(false)
    }
  })

  it('match messages without exception', () => {
    expect(isMatched('message:"disk * full"', { message: 'Disk 7 Full' })).to.equal(true)
    expect(isMatched('family:javascript message:x', { message: 'x', platform: 'node' })).to.equal(true)
    expect(isMatched('type:*', { message: 'x' })).to.equal(false)
  })

  it('apply all matchers to the same exception and the same frame', () => {
    expect(isMatched('type:OrderError value:*saved')).to.equal(true)
    expect(isMatched('type:OrderError value:*Refused*')).to.equal(false)
    expect(isMatched('function:handle module:django.*')).to.equal(true)
    expect(isMatched('function:handle module:shop.*')).to.equal(false)
    expect(isMatched('function:handle app:yes')).to.equal(false)
    expect(isMatched('function:handle !module:shop.*')).to.equal(true)
    expect(isMatched('!function:handle')).to.equal(false)
    expect(isMatched('!function:other')).to.equal(true)
  })

  it('put matching events in one issue, whatever the built-in grouping would do', () => {
    const rules = { fingerprint: ['type:OrderError -> orders, {{ tags.region }}'] }
    const other = { platform: 'java', tags: { region: 'eu-west' }, exception: { type: 'OrderError', value: 'else' } }
    expect(grouped(event, rules).fingerprint).to.equal(grouped(other, rules).fingerprint)
    expect(grouped(event, rules).fingerprint).to.not.equal(
      grouped({ ...other, tags: { region: 'us' } }, rules).fingerprint,
    )
  })

  it('subdivide with `{{ default }}`', () => {
    const rules = { fingerprint: ['tags.region:* -> {{ default }}, {{ tags.region }}'] }
    const inUs = { ...event, tags: { region: 'us' } }
    const { fingerprint } = grouped(event, rules)
    expect(fingerprint).to.not.equal(grouped(event).fingerprint)
    expect(fingerprint).to.not.equal(grouped(inUs, rules).fingerprint)
    expect(explained(event, rules).frames).to.have.length(2)
  })

  it('apply in order, the first match wins', () => {
    const fingerprint = ['# comment', '', 'type:Nothing -> a', 'type:OrderError -> b # why', 'type:* -> c']
    const { by, rule, components } = explained(event, { fingerprint })
    expect(by).to.equal('rule')
    expect(rule).to.deep.equal({ line: 4, text: 'type:OrderError -> b' })
    expect(components).to.deep.equal([['fingerprint', 'b']])
  })

  it('yield to a fingerprint that the application sets, unless it is the default', () => {
    const rules = { fingerprint: ['type:* -> rule'] }
    expect(explained({ ...event, fingerprint: ['own'] }, rules).by).to.equal('fingerprint')
    expect(explained({ ...event, checksum: 'abc' }, rules).by).to.equal('checksum')
    expect(explained({ ...event, fingerprint: ['{{ default }}'] }, rules).by).to.equal('rule')
  })

  it('name the issue', () => {
    const fingerprint = ['type:OrderError -> x, "a, b" title="{{ error.type }} in {{ tags.region }}"']
    const { title } = grouped(event, { fingerprint })
    expect(title).to.equal('OrderError in eu-west')
    expect(explained(event, { fingerprint }).components).to.deep.equal([
      ['fingerprint', 'x'],
      ['fingerprint', 'a, b'],
    ])
    expect(grouped(event, { fingerprint: ['type:OrderError -> x'] }).title).to.equal(
      'OrderError: order 17 is not saved',
    )
  })

  it('are skipped if invalid', () => {
    expect(explained(event, { fingerprint: ['nonsense', 'type:* ->', 'type:* -> kept'] }).rule?.line).to.equal(3)
  })
})
