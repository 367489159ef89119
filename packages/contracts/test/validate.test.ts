import { expect } from 'chai'
import {
  MetricItem,
  SpanItem,
  WorkflowTrigger,
  createApiKey,
  createTelemetryProject,
  createValidator,
  parseTimestamp,
  queryErrors,
  queryMetrics,
  revokeApiKey,
  toFieldFaults,
  type Validation,
} from '@signalbox/contracts'

const goodSpan = {
  trace_id: '0af7651916cd43dd8448eb211c80319c',
  span_id: 'b7ad6b7169203331',
  service: 'checkout',
  operation: 'GET /cart',
  start_time: '2026-01-01T00:00:00.000Z',
  duration_ms: 12,
}
const goodSample = { timestamp: '2026-01-01T00:00:00Z', metrics: { cpu_usage_cores: 0.5 } }

function faultsOf(validation: Validation<unknown>): Record<string, string> {
  if (validation.ok) throw new Error('expected faults')
  return Object.fromEntries(validation.faults.map(({ pointer, detail }) => [pointer, detail]))
}

describe('createValidator', () => {
  it('reports the faults of the given kind, or the valid kinds if none is given', () => {
    for (const options of [{}, { allFaults: true }]) {
      const validate = createValidator(WorkflowTrigger, options)
      expect(faultsOf(validate({ name: 'a', kind: 'schedule' }))).to.deep.equal({ '/cron': 'is required' })
      for (const kind of [undefined, 7, 'full_moon']) {
        const faults = faultsOf(validate({ name: 'a', kind }))
        expect(Object.keys(faults)).to.deep.equal(['/kind'])
        expect(faults['/kind']).to.match(/^must be one of manual, schedule, /)
      }
      expect(Object.keys(faultsOf(validate('schedule')))).to.deep.equal([''])
    }
  })

  describe('query parameters', () => {
    const validate = createValidator(queryErrors.query!, { fromText: true, allFaults: true })

    it('parses numbers from text and applies defaults', () => {
      expect(validate({ limit: '5' })).to.deep.equal({ ok: true, value: { limit: 5, offset: 0, since: '24h' } })
    })

    it('accepts any duration between minimum and maximum', () => {
      for (const since of ['1h', '60m', '90m', '3600s', '3d', '4w', '30d']) {
        expect(validate({ since }), since).to.include({ ok: true })
      }
      for (const since of ['', '24', 'h', '59m', '31d', '5w', '-2h', '1.5h', '02h', '2 h', '2H', '99999999999h']) {
        expect(faultsOf(validate({ since })), since).to.have.all.keys('/since')
      }
    })

    it('names each invalid parameter and the allowed values', () => {
      expect(
        faultsOf(validate({ limit: '0', offset: 'x', since: 'yesterday', level: '', start: '2026-02-30' })),
      ).to.deep.equal({
        '/limit': 'must be an integer between 1 and 1000',
        '/offset': 'must be an integer between 0 and 1000000',
        '/since': 'must be a duration between 1h and 30d, such as 90m, 3d, 1h, 6h, 24h, 7d, 30d',
        '/level': 'must be one of error, warning, info',
        '/start': 'must be an ISO 8601 timestamp',
      })
    })

    it('suggests only durations that the route accepts', () => {
      const ofOneDay = createValidator(queryMetrics.query!, { fromText: true })
      expect(faultsOf(ofOneDay({ since: '3d' }))).to.deep.equal({
        '/since': 'must be a duration between 5m and 24h, such as 90m, 5m, 15m, 1h, 6h, 24h',
      })
    })

    it('rejects a repeated parameter', () => {
      expect(faultsOf(validate({ limit: ['1', '2'] }))).to.have.all.keys('/limit')
    })

    it('rejects malformed ids in the path', () => {
      const validateParams = createValidator(revokeApiKey.params!, { fromText: true })
      expect(faultsOf(validateParams({ key_id: '17' }))).to.deep.equal({ '/key_id': 'must be a UUID' })
    })
  })

  describe('bodies', () => {
    it('rejects unknown fields, with their names escaped and shortened', () => {
      const validate = createValidator(createTelemetryProject.body!, { allFaults: true })
      const faults = faultsOf(validate({ name: 'shop', 'a/b~': 1, ['x'.repeat(10_000)]: 1 }))
      expect(faults).to.deep.equal({
        '/a~1b~0': 'is not a known field',
        [`/${'x'.repeat(200)}`]: 'is not a known field',
      })
    })

    it('rejects blank display names', () => {
      const validate = createValidator(createTelemetryProject.body!)
      expect(faultsOf(validate({ name: '  ' }))).to.deep.equal({ '/name': 'must not be blank' })
      expect(faultsOf(validate({}))).to.deep.equal({ '/name': 'is required' })
      expect(faultsOf(validate(null))).to.deep.equal({ '': 'must be object' })
    })

    it('reports a nullable field once, not for each branch', () => {
      const validate = createValidator(createApiKey.body!, { allFaults: true })
      expect(validate({ name: 'ci', query_limit_per_minute: null }).ok).to.equal(true)
      const result = validate({ name: 'ci', query_limit_per_minute: 'many' })
      expect(result).to.deep.equal({
        ok: false,
        faults: [{ pointer: '/query_limit_per_minute', detail: 'must be an integer between 1 and 10000000' }],
      })
    })

    it('converts text to numbers only if requested', () => {
      expect(createValidator(SpanItem)({ ...goodSpan, duration_ms: '12' }).ok).to.equal(false)
    })

    it('reports at most 20 faults', () => {
      const validate = createValidator(createTelemetryProject.body!, { allFaults: true })
      const result = validate(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, 1])))
      expect(result.ok ? [] : result.faults).to.have.length(20)
    })
  })

  describe('samples', () => {
    const validate = createValidator(MetricItem)

    it('accepts samples without labels and with unknown fields', () => {
      expect(validate({ ...goodSample, vendor: 'x' }).ok).to.equal(true)
    })

    it('checks the value of every metric name, including names with a line break', () => {
      const result = validate({ ...goodSample, metrics: { 'a\nb': 'text' } })
      expect(faultsOf(result)).to.deep.equal({ '/metrics/a\nb': 'must be number' })
    })

    it('rejects non-finite values, overlong names and samples without a metric', () => {
      const infinite: unknown = JSON.parse('{"timestamp":"2026-01-01","metrics":{"a":1e999}}')
      expect(validate(infinite).ok).to.equal(false)
      const overlong = 'n'.repeat(201)
      expect(faultsOf(validate({ ...goodSample, metrics: { [overlong]: 1 } }))).to.deep.equal({
        [`/metrics/${overlong.slice(0, 200)}`]: 'name must NOT have more than 200 characters',
      })
      expect(validate({ ...goodSample, metrics: {} }).ok).to.equal(false)
    })
  })

  describe('spans', () => {
    const validate = createValidator(SpanItem)

    it('accepts a root span with and without a null parent', () => {
      expect(validate(goodSpan).ok).to.equal(true)
      expect(validate({ ...goodSpan, parent_span_id: null, attributes: { 'http.method': 'GET' } }).ok).to.equal(true)
    })

    it('describes the format of ids', () => {
      expect(faultsOf(validate({ ...goodSpan, trace_id: 'abc' }))).to.deep.equal({
        '/trace_id': 'is malformed (32 hex digits)',
      })
    })

    it('rejects negative durations', () => {
      expect(faultsOf(validate({ ...goodSpan, duration_ms: -1 }))).to.have.all.keys('/duration_ms')
    })
  })
})

describe('toFieldFaults', () => {
  it('names parameters plainly and body fields by pointer', () => {
    const faults = [{ pointer: '/a~1b', detail: 'is required' }]
    expect(toFieldFaults('query', faults)).to.deep.equal([{ in: 'query', name: 'a/b', detail: 'is required' }])
    expect(toFieldFaults('body', faults)).to.deep.equal([{ in: 'body', name: '/a~1b', detail: 'is required' }])
  })
})

describe('parseTimestamp', () => {
  const moments: [text: string, moment: string][] = [
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02t03:04:05z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02T03:04:05.1', '2026-01-02T03:04:05.100Z'],
    ['2026-01-02T03:04:05.123456789Z', '2026-01-02T03:04:05.123Z'],
    ['2026-01-02T03:04:05.9999Z', '2026-01-02T03:04:05.999Z'],
    ['2026-01-02T03:04:05+05:30', '2026-01-01T21:34:05.000Z'],
    ['2026-01-02T03:04:05-0800', '2026-01-02T11:04:05.000Z'],
    ['2026-01-02T03:04:05-00:00', '2026-01-02T03:04:05.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
  ]
  for (const [text, moment] of moments) {
    it(`parses ${text}`, () => {
      expect(new Date(parseTimestamp(text) ?? NaN).toISOString()).to.equal(moment)
    })
  }

  const nonsense = [
    '2026-02-30',
    '2026-02-29T00:00:00Z',
    '1900-02-29',
    '2026-04-31T00:00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-01T24:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-12-31T23:59:60Z',
    '2026-01-01T00:00:00+25:00',
    '2026-01-01T00:00:00+01:60',
    '2026-01-01T00:00:00,5Z',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:00.0123456789Z',
    '2026-01-01T00',
    '2026-01-01T00:00:00 Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '2026-01-01Z',
    '2026-1-1',
    '20260101T000000Z',
    '+002026-01-01T00:00:00Z',
    '1767225600',
    'yesterday',
    '',
  ]
  for (const text of nonsense) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      expect(parseTimestamp(text)).to.equal(undefined)
    })
  }
})
