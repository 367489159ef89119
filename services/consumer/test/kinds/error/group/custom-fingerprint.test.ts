import { expect } from 'chai'
import { rowOf } from '../event-input.js'

function explain(payload: Record<string, unknown>): { by: string; components: unknown[] } {
  return JSON.parse(rowOf(payload).grouping_components) as { by: string; components: unknown[] }
}

const event = {
  platform: 'node',
  transaction: 'POST /orders',
  level: 'fatal',
  logger: 'shop',
  tags: { region: 'eu' },
  exception: {
    type: 'PayError',
    value: 'declined',
    stacktrace: {
      frames: [{ function: 'pay', module: 'shop:pay', package: 'shop', filename: '/srv/pay.js', in_app: true }],
    },
  },
}

describe('a fingerprint set by the application', () => {
  it('has its variables filled in', () => {
    const fingerprint = [
      '{{ transaction }}',
      '{{type}} {{ error.type }}',
      '{{ value }}',
      '{{ message }}',
      '{{ function }}',
      '{{ module }}',
      '{{ package }}',
      '{{ path }}',
      '{{ stack.filename }}',
      '{{ level }}',
      '{{ logger }}',
      'in-{{ tags.region }}-x',
    ]
    const { by, components } = explain({ ...event, fingerprint })
    expect(by).to.equal('fingerprint')
    expect(components).to.deep.equal(
      [
        'POST /orders',
        'PayError PayError',
        'declined',
        'declined',
        'pay',
        'shop:pay',
        'shop',
        '/srv/pay.js',
        '/srv/pay.js',
        'fatal',
        'shop',
        'in-eu-x',
      ].map((value) => ['fingerprint', value]),
    )
  })

  it('names missing values, and leaves unknown variables unchanged', () => {
    const fingerprint = ['{{ transaction }}', '{{ error.type }}', '{{ tags.a }}', '{{ unknown }}', '{{ open', 'a }} b']
    expect(explain({ fingerprint }).components).to.deep.equal(
      ['<no-transaction>', '<no-type>', '<no-value-for-tag-a>', '{{ unknown }}', '{{ open', 'a }} b'].map((value) => [
        'fingerprint',
        value,
      ]),
    )
  })

  it('retains scalars as text and omits anything else', () => {
    expect(explain({ fingerprint: [1, 2.7, true, null, {}, [], 'x'] }).components).to.deep.equal(
      ['1', '2', 'True', 'x'].map((value) => ['fingerprint', value]),
    )
    expect(explain({ ...event, fingerprint: [null, {}] }).by).to.equal('app')
    expect(explain({ ...event, fingerprint: 'text' }).by).to.equal('app')
  })

  it('overrides the checksum of old SDKs, which overrides the rules', () => {
    expect(explain({ ...event, checksum: 'abc' })).to.deep.equal({ by: 'checksum', components: [['checksum', 'abc']] })
    expect(explain({ ...event, checksum: 'abc', fingerprint: ['x'] }).by).to.equal('fingerprint')
  })
})
