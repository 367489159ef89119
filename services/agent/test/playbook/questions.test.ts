import { readIssue, listIssueTags, queryServices, compareOperations } from '@signalbox/contracts'
import { expect } from 'chai'
import type { FactPack, OperationFacts, SpanFacts } from '../../src/facts/fact-pack.js'
import { kindsOf } from '../../src/playbook/questions/answer-question.js'
import { readScene } from '../../src/playbook/scene/read-scene.js'
import { ask } from '../support/ask.js'
import { breaksAt, createFacts, iso, says, startsAt, steps } from '../support/facts.js'
import { countsOfCheckout, pointAt } from '../support/service-counts.js'

const minute = 60_000

describe('questions other than alerts', () => {
  it('about leaks are answered by whether memory grows throughout, and when it runs out', async () => {
    const growing = memory((index) => 300 + 4 * index)
    expect((await ask('Is checkout leaking?', { series: [growing] }))[0]).to.match(/^Yes, it looks like a leak/)
    const limit = { ...memory(() => 1_016), id: 'l', metric: 'memory_limit_bytes' }
    const limited = await ask('Is pod checkout-7d9f-x2 leaking?', { series: [growing, limit] })
    expect(limited[0]).to.match(/ At this rate it reaches its limit of 1.02 GB in about 9\d min\.$/)
    const stepping = memory((index) => (index < 45 ? 300 : 600))
    expect((await ask('Is checkout leaking?', { series: [stepping] }))[0]).to.match(/not steadily/)
    expect((await ask('Is checkout leaking?', { series: [memory(() => 300)] }))[0]).to.match(/^No sign of a leak/)
    expect((await ask('Is checkout leaking?', {}))[0]).to.match(/^Signalbox cannot tell whether/)
  })

  it('about slowness are answered by durations now and before, and by where the time is lost', async () => {
    const operations = [
      operation('checkout', 'POST /checkout', [40, 400]),
      operation('checkout', 'SELECT carts', [20, 370]),
      operation('checkout', 'GET /health', [1, 900]),
    ]
    const spans = [span('checkout', 'POST /checkout'), span('checkout', 'SELECT carts')]
    const whole = await ask('What is the slowest endpoint of checkout?', { operations: operations.slice(0, 2), spans })
    expect(whole.filter((text) => text.includes('SELECT carts'))).to.have.length(1)
    expect(await ask('Why is POST /checkout slow?', { operations, spans })).to.deep.equal([
      '"POST /checkout" on checkout has taken 400 ms (median) and 800 ms (p95) in the last hour, up from 40 ms and 80 ms.',
      'Most of the added time is in "SELECT carts" on checkout: its median went from 20 ms to 370 ms. Start there.',
    ])
  })

  it('about slowness older than an hour are answered by durations since it began', async () => {
    const [began, end] = [startsAt + 90 * minute, startsAt + 180 * minute]
    const points = Array.from({ length: 180 }, (_, index): [number, number] => [
      startsAt + index * minute,
      (index < 90 ? 40 : 900) * (1 + 0.01 * Math.sin(index)),
    ])
    const slow = { ...steps('checkout', 'latency_p95_ms', [40, 40]), points }
    const operations = [operation('checkout', 'POST /checkout', [400, 400])]
    const asked: unknown[] = []
    const alert = { ...createFacts().alert, metric: null, firedAt: end }
    const facts = { alert, window: { start: startsAt, end }, series: [slow], operations }
    const [first] = await ask('Why is POST /checkout slow?', facts, (route, input) => {
      asked.push(input)
      return route === compareOperations
        ? { operations: [{ service: 'checkout', operation: 'POST /checkout', before: spans(40), after: spans(400) }] }
        : undefined
    })
    expect(asked).to.deep.equal([{ query: { start: iso(startsAt), end: iso(end), split: iso(began) } }])
    expect(first).to.match(/since 09:30 UTC, up from 40 ms and 80 ms\.$/)
  })

  it("about the highest failure rate are answered by shares of calls, and by the failures' origins", async () => {
    const operations = [
      { ...operation('checkout', 'POST /checkout', [40, 40]), after: { ...measured(40), calls: 200, errors: 20 } },
      { ...operation('cart', 'GET /cart', [40, 40]), after: { ...measured(40), calls: 220, errors: 20 } },
      operation('stock', 'GET /stock', [40, 40]),
    ]
    const spans = [
      { ...span('checkout', 'POST /checkout'), failed: true, failedCallees: ['cart'], at: breaksAt },
      { ...span('cart', 'GET /cart'), failed: true, at: breaksAt },
    ]
    expect(await ask('Which service fails most?', { operations, spans })).to.deep.equal([
      'The highest share of failures is on checkout: 10 % of its calls in the last hour failed (20 of 200).',
      'Most of these failures originate in cart, which it calls.',
      'Next: cart (9.09 %).',
    ])
  })

  it('about a named issue are answered by who is affected, and what its events share', async () => {
    const issue = {
      id: 'i1',
      short_id: 'SHOP-12',
      title: 'KeyError: coupon',
      users: 7,
      events: 9,
      last_seen_at: '2026-05-04T08:30:00.000Z',
      status: 'unresolved',
    }
    const value = (name: string, share: number) => ({
      value: name,
      events: 9,
      share,
      first_seen_at: '',
      last_seen_at: '',
    })
    const tags = [
      { key: 'plan', events: 9, unique_values: 1, values: [value('pro', 1)] },
      { key: 'country', events: 9, unique_values: 3, values: [value('DE', 0.4)] },
      { key: 'level', events: 9, unique_values: 1, values: [value('error', 1)] },
    ]
    const known = (route: object) =>
      route === readIssue ? issue : route === listIssueTags ? { tags, events: 9 } : undefined
    expect(await ask('Who is hit by SHOP-12?', {}, known)).to.deep.equal([
      'SHOP-12 "KeyError: coupon" affected 7 users in the last 90 days, with 9 events, most recently at 2026-05-04 08:30 UTC; it is unresolved.',
      'All of these events have plan "pro".',
    ])
    expect(await ask('Who is hit by SHOP-99?', {})).to.deep.equal(['No issue is called SHOP-99.'])
    expect(await ask('Why is UTF-8 text broken?', {})).to.deep.equal([])
  })

  it('about what runs out are answered by its usage, and when it will be full', async () => {
    const disk = (metric: string, at: (index: number) => number) => ({
      ...memory(at),
      id: metric,
      service: 'postgres',
      metric,
    })
    const series = [
      disk('disk_used_bytes', (index) => 80_000 + 100 * index),
      disk('disk_capacity_bytes', () => 100_000),
      { ...disk('cpu_usage_cores', () => 1), service: 'checkout' },
    ]
    expect((await ask('Is the database full?', { ...nowhere(), series }))[0]).to.match(
      /^Nearly: postgres uses 8\d(\.\d)? % of its disk \(8\d\.?\d* GB of \d+ GB\); at this rate it will be full in about 1\d\d min\.$/,
    )
    expect((await ask('Is the database full?', nowhere()))[0]).to.match(
      /^Signalbox cannot tell whether a database, cache or queue is full/,
    )
  })

  it('about the number of timeouts are answered with a count, not with durations', async () => {
    const line = (service: string, text: string, count: number, before = 5) => ({
      ...says(service, text),
      counts: [[breaksAt - before * minute, count]] as [number, number][],
    })
    const logPatterns = [
      line('checkout', 'request to stock timed out after <n> ms', 40),
      line('checkout', 'request to stock timed out after <n> ms', 900, 120),
      line('stock', 'context deadline exceeded', 2),
      line('stock', 'row not found', 70),
    ]
    expect(await ask('How many requests time out?', { ...nowhere(), logPatterns })).to.deep.equal([
      '42 log lines reported a timeout in the last hour: 40 on checkout and 2 on stock.',
    ])
    expect(
      await ask('How many timeouts are there on stock?', { services: ['checkout', 'stock'], logPatterns }),
    ).to.deep.equal(['2 log lines reported a timeout in the last hour on stock.'])
    const idle = [line('stock', 'row not found', 70)]
    expect(await ask('How often do requests time out?', { ...nowhere(), logPatterns: idle })).to.deep.equal([
      'No log line reported a timeout in the last hour.',
    ])
  })

  it('about another day are answered by the hours that both days have', async () => {
    const failed = (at: number) => (at >= startsAt - 8 * 60 * minute ? 20 : 0)
    const days = (route: object, { query }: { query?: Record<string, unknown> }) =>
      route === queryServices
        ? countsOfCheckout(
            hoursBetween(Date.parse(String(query?.['start'])), Date.parse(String(query?.['end'])), failed),
          )
        : undefined
    expect(await ask('Compare today with yesterday', {}, days)).to.deep.equal([
      'Today up to 09:30 UTC is worse than the same hours yesterday on checkout.',
      'checkout: 20 % of requests failed (yesterday: 0 %); p95 latency was 80 ms (yesterday: 80 ms).',
    ])
  })

  it('about how something is doing are answered with yes or no', async () => {
    const failing = steps('checkout', 'error_ratio', [0.002, 0.6])
    expect((await ask('Is checkout ok?', { series: [failing] }))[0]).to.match(/^No: error_ratio on checkout rose/)
    expect((await ask('Is anything wrong?', { series: [failing] }))[0]).to.match(/^Yes: error_ratio on checkout rose/)
    expect((await ask('Is checkout down?', {}))[0]).to.equal('No: there is no sign of a problem on checkout.')
  })

  it('about something that sends nothing are not answered with problems elsewhere', async () => {
    const series = [steps('checkout', 'error_ratio', [0.002, 0.6])]
    expect(await ask('Is the payment provider down?', { ...nowhere(), series })).to.deep.equal([
      'Signalbox cannot tell whether the payment provider is down, because no service of that name sends telemetry.',
    ])
    for (const question of ['Is everything ok?', 'Is there anything wrong?', 'Is our site down?'])
      expect((await ask(question, { ...nowhere(), series }))[0], question).to.match(/^(Yes|No): \w+ on checkout/)
  })

  it('about anything unrecorded are answered accordingly', async () => {
    expect((await ask('How many bananas fit on the moon?', nowhere()))[0]).to.match(
      /^Signalbox did not understand this/,
    )
    expect(await ask('Why do checkouts fail?', nowhere())).to.deep.equal([])
    expect(await ask('checkout answers 500', nowhere())).to.deep.equal([])
    for (const question of ['Is it only one customer?', 'What should I do now?', 'Is it our fault or a provider?'])
      expect(await ask(question, nowhere()), question).to.deep.equal([])
  })

  it('are not read into alerts', () => {
    const facts = createFacts()
    const fired = { ...facts, alert: { ...facts.alert, isFired: true } }
    const asked = { question: 'checkout is slow', facts: fired, scene: readScene(fired), asOf: facts.window.end }
    expect(kindsOf(asked)).to.deep.equal([])
  })
})

/** Facts without a named service. */
function nowhere(): Pick<FactPack, 'alert'> {
  return { alert: { ...createFacts().alert, service: null } }
}

/** Memory in MB, by minute. */
function memory(at: (index: number) => number): FactPack['series'][number] {
  const points = Array.from({ length: 90 }, (_, index): [number, number] => [
    startsAt + index * minute,
    at(index) * 1e6 * (1 + 0.005 * Math.sin(index)),
  ])
  return { id: 'm', source: 'container', service: 'checkout', metric: 'memory_usage_bytes', points, evidence: 'e3' }
}

function measured(p50Ms: number) {
  return { calls: 40, errors: 0, p50Ms, p95Ms: 2 * p50Ms }
}

/** The same as an API response. */
function spans(p50: number) {
  return { calls: 40, errors: 0, p50_ms: p50, p95_ms: 2 * p50 }
}

function operation(service: string, name: string, [before, after]: readonly [number, number]): OperationFacts {
  return { service, operation: name, before: measured(before), after: measured(after), evidence: 'e8' }
}

function span(service: string, name: string): SpanFacts {
  return {
    traceId: 't',
    service,
    operation: name,
    at: breaksAt,
    durationMs: 1,
    selfMs: 1,
    failed: false,
    caller: null,
    failedCallees: [],
    attributes: {},
    evidence: 'e9',
  }
}

/** A hundred requests an hour, the given number of them failed. */
function hoursBetween(start: number, end: number, failed: (at: number) => number) {
  const hours = Math.ceil((end - start) / (60 * minute))
  return Array.from({ length: hours }, (_, index) => {
    const at = start + index * 60 * minute
    return pointAt(at, { requests: 100, errors: failed(at) })
  })
}
