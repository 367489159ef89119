import { decodeLogs, decodeMetrics, decodeTraces } from '@signalbox/otlp'
import { expect } from 'chai'
import fc from 'fast-check'
import { quoteLongIntegers } from '../../src/json/quote-long-integers.js'

const body = (text: string) => Buffer.from(text)
const spansOf = (...spans: string[]) => {
  const text = `{"resourceSpans":[{"scopeSpans":[{"spans":[${spans.join(',')}]}]}]}`
  return decodeTraces(body(text), 'json').flatMap(({ items }) => [...items])
}
const pointsOf = (metric: string) => {
  const text = `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[${metric}]}]}]}`
  return decodeMetrics(body(text), 'json').flatMap(({ items }) => [...items])
}

describe('decoding the JSON that exporters send', () => {
  it('accepts enums by number and by name, and rejects unknown names', () => {
    const spans = spansOf(
      '{"kind":3,"status":{"code":2}}',
      '{"kind":"SPAN_KIND_CLIENT","status":{"code":"STATUS_CODE_ERROR"}}',
      '{"kind":"3","status":{"code":"2"}}',
      '{"kind":"CLIENT"}',
    )
    const read = spans.map((span) => span && [span.kind, span.statusCode])
    expect(read).to.deep.equal([[3, 2], [3, 2], [3, 2], undefined])
    const [metric] = pointsOf('{"name":"a","sum":{"aggregationTemporality":"AGGREGATION_TEMPORALITY_DELTA"}}')
    expect(metric?.temporality).to.equal(1)
    const severities = ['17', '"SEVERITY_NUMBER_ERROR"', '"SEVERITY_NUMBER_WARN2"', '"SEVERITY_NUMBER_FATAL4"']
    const records = severities.map((severity) => `{"severityNumber":${severity}}`)
    const logs = decodeLogs(body(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[${records.join(',')}]}]}]}`), 'json')
    const numbers = logs.flatMap(({ items }) => [...items]).map((record) => record?.severityNumber)
    expect(numbers).to.deep.equal([17, 17, 14, 24])
  })

  it('preserves every digit of 64-bit integers, whether sent as numbers or as strings', () => {
    const span = (quote: string) =>
      `{"name":"{\\"at\\": 1764000000123456789, \\\\","startTimeUnixNano": ${quote}1764000000123456789${quote},` +
      `"endTimeUnixNano":${quote}1764000000123457790${quote} ,"attributes":[{"key":"n","value":{"intValue":${quote}-9223372036854775807${quote}}}]}`
    const [first, second] = [spansOf(span('')), spansOf(span('"'))].flat()
    expect(first).to.deep.equal(second)
    expect(first).to.deep.include({
      name: '{"at": 1764000000123456789, \\',
      startUs: 1764000000123456,
      durationNs: 1001,
      attributes: [['n', '-9223372036854775807']],
    })
  })

  it('leaves fractions, exponents and short numbers unchanged', () => {
    const values = ['0.12345678901234567', '1.7976931348623157e+308', '-5', '9007199254740993', '1e16']
    const points = values.map((value) => `{"asDouble":${value}}`)
    const [metric] = pointsOf(`{"name":"a","gauge":{"dataPoints":[${points.join(',')}]}}`)
    expect(metric?.points.map((point) => point?.type === 'number' && point.value)).to.deep.equal(values.map(Number))
  })

  it('changes nothing else in any JSON text', () => {
    const long = /^-?\d{16,}$/
    const toNumbers = (_: string, value: unknown) =>
      typeof value === 'string' && long.test(value) ? Number(value) : value
    const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }).map(String)
    const text = fc.oneof(fc.string(), integer, fc.constantFrom('"', '\\', '": 1234567890123456789,'))
    const leaf = fc.oneof(
      integer,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      text.map((one) => JSON.stringify(one)),
    )
    const document = fc
      .array(fc.tuple(text, leaf))
      .map((pairs) => `{${pairs.map(([key, value]) => `${JSON.stringify(key)} : ${value}`).join(' ,\n')}}`)
    fc.assert(
      fc.property(document, (json) => {
        const quoted = quoteLongIntegers(json)
        expect(JSON.parse(quoted, toNumbers)).to.deep.equal(JSON.parse(json, toNumbers))
      }),
    )
  })

  it('treats missing, null and unknown fields like fields absent in protobuf', () => {
    const sent = '{"traceId":null,"kind":null,"events":null,"status":null,"startTimeUnixNano":null,"new":[{"a":1}]}'
    expect(spansOf(sent)).to.deep.equal(spansOf('{}'))
  })
})
