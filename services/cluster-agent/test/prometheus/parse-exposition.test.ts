import { expect } from 'chai'
import fc from 'fast-check'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { parseExposition } from '../../src/prometheus/parse-exposition.js'

describe('parseExposition', () => {
  const valuesOf = (text: string) =>
    Object.fromEntries(parseExposition(text).values.map((one) => [one.series, one.value]))

  it('parses names, labels and numbers in every valid form', () => {
    const page = [
      '# HELP requests_total All requests',
      '# TYPE requests_total counter',
      'requests_total{method="post",code="200"} 1027 1395066363000',
      '  requests_total { code = "400" , method = "post" , }   3',
      'no_labels 12.47',
      'empty_labels{} 1',
      'escaped{path="C:\\\\DIR\\\\FILE.TXT",error="Not \\"found\\"\\n}"} 1.458255915e9',
      'infinite +Inf',
      'negative{a="b"} -Inf',
      'not_a_number NaN',
      'with:colons 1',
      'exemplar_bucket{le="1"} 5 # {trace_id="abc"} 0.5',
      '# EOF',
      'without_line_end 7',
    ].join('\n')
    expect(parseExposition(page).faulty).to.equal(0)
    expect(valuesOf(page)).to.deep.equal({
      'requests_total{code="200",method="post"}': 1027,
      'requests_total{code="400",method="post"}': 3,
      no_labels: 12.47,
      empty_labels: 1,
      'escaped{error="Not \\"found\\"\\n}",path="C:\\\\DIR\\\\FILE.TXT"}': 1.458255915e9,
      infinite: Infinity,
      'negative{a="b"}': -Infinity,
      not_a_number: Number.NaN,
      'with:colons': 1,
      'exemplar_bucket{le="1"}': 5,
      without_line_end: 7,
    })
  })

  it('counts invalid lines, and parses the others', () => {
    const page = '<html>\nfine 1\nopen{a="b" 1\nno_value\nword text\n1digit 3\nlabel{a=b} 1\nhex 0x1G\n'
    expect(parseExposition(page)).to.deep.equal({ values: [{ series: 'fine', value: 1 }], faulty: 7 })
  })

  it("parses prom-client's output, including all series of histograms", async () => {
    const label = fc.string({ unit: 'grapheme', maxLength: 12 })
    // A page has no negative zero.
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
    await fc.assert(
      fc.asyncProperty(
        label,
        label,
        numbers,
        fc.array(fc.double({ min: 0, max: 10 }), { maxLength: 5 }),
        async (a, b, value, seen) => {
          const registry = new Registry()
          const registers = [registry]
          new Gauge({ name: 'gauge', help: 'h', labelNames: ['a', 'b'], registers }).set({ a, b }, value)
          new Counter({ name: 'counter_total', help: 'h\nh', registers }).inc(Math.abs(value))
          const histogram = new Histogram({ name: 'seconds', help: 'h', labelNames: ['a'], buckets: [1, 5], registers })
          for (const seconds of seen) histogram.observe({ a }, seconds)
          const { values, faulty } = parseExposition(await registry.metrics())
          expect(faulty).to.equal(0)
          const read = (start: string) =>
            values.filter(({ series }) => series.startsWith(start)).map((one) => one.value)
          expect(read('gauge')).to.deep.equal([value])
          expect(read('counter_total')).to.deep.equal([Math.abs(value)])
          if (seen.length > 0) {
            const atMost = (limit: number) => seen.filter((seconds) => seconds <= limit).length
            expect(read('seconds_bucket')).to.deep.equal([atMost(1), atMost(5), seen.length])
            expect(read('seconds_count')).to.deep.equal([seen.length])
          }
        },
      ),
    )
  })

  it('takes time linear in the page, whatever it contains', () => {
    const hostile = `a{${'b="\\\\'.repeat(50_000)}\n${'a{'.repeat(100_000)}\n${' '.repeat(200_000)}x`
    const before = performance.now()
    expect(parseExposition(hostile).values).to.deep.equal([])
    expect(performance.now() - before).to.be.lessThan(1_000)
  })
})
