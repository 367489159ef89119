import { minuteMs } from '@signalbox/contracts'
import { expect } from 'chai'
import type { FactPack, SpanFacts } from '../../src/facts/fact-pack.js'
import { readFirstFailing, type Candidate } from '../../src/playbook/first-failing/first-failing.js'
import { readScene } from '../../src/playbook/scene/read-scene.js'
import { breaksAt, createFacts, steps } from '../support/facts.js'

const alert = createFacts().alert
const calls = (caller: string, callee: string) => ({ caller, callee, calls: 9, errors: 0, p95Ms: 9, evidence: 'e4' })

function featuresOf(service: string, given: Partial<FactPack>): Candidate['features'] | undefined {
  return readFirstFailing(readScene(createFacts(given))).find((one) => one.service === service)?.features
}

/** Traces, two before and two after, in which a span of `checkout` calls `orders-db` the given number of times. */
function traces({ before, after }: { before: number; after: number }): SpanFacts[] {
  return [-20, -10, 1, 2].flatMap((minutes) => {
    const common = {
      traceId: `t${minutes}`,
      at: breaksAt + minutes * minuteMs,
      durationMs: 9,
      selfMs: 1,
      failed: false,
    }
    const rest = { failedCallees: [], attributes: {}, evidence: 'e5' }
    const root: SpanFacts = { ...common, ...rest, service: 'checkout', operation: 'POST /orders', caller: null }
    const call: SpanFacts = { ...common, ...rest, service: 'orders-db', operation: 'SELECT', caller: 'checkout' }
    return [root, ...Array.from({ length: minutes < 0 ? before : after }, () => call)]
  })
}

describe('evidence that a service failed first', () => {
  const failing = [steps('checkout', 'error_ratio', [0.002, 0.6]), steps('catalog', 'error_ratio', [0.002, 0.6])]

  it('is that it makes more calls per request, but not that it receives more', () => {
    const asksMore = (spans: SpanFacts[]) => featuresOf('checkout', { series: failing, spans })?.asksMore
    expect(asksMore(traces({ before: 1, after: 9 }))).to.be.within(2.5, 3)
    const same = traces({ before: 3, after: 3 })
    expect(asksMore([...same, ...same.filter(({ at }) => at > breaksAt)])).to.equal(0)
  })

  it("is that another service's alert names it", () => {
    const named = { ...alert, text: 'upstream_rq_503_ratio{catalog} of checkout' }
    expect(featuresOf('catalog', { series: failing, alert: named })?.alertNames).to.equal(1)
    expect(featuresOf('checkout', { series: failing, alert: named })?.alertNames).to.equal(0)
    expect(featuresOf('catalog', { series: failing, alert })?.alertNames).to.equal(0)
  })

  it('is a flood of requests at it, even if its callees receive more too', () => {
    const asked = (service: string) => steps(service, 'requests_per_sec', [400, 2400], breaksAt - minuteMs)
    const series = [...failing, asked('catalog'), asked('checkout')]
    const given = { series, dependencies: [calls('checkout', 'catalog')] }
    expect(featuresOf('checkout', given)?.flooded).to.equal(1)
    expect(featuresOf('catalog', given)?.flooded).to.equal(0)
  })
})
