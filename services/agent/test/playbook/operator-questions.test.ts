import { queryServices } from '@signalbox/contracts'
import { expect } from 'chai'
import type { FactPack } from '../../src/facts/fact-pack.js'
import { shorten } from '../../src/playbook/text/shorten.js'
import { ask } from '../support/ask.js'
import { createChange } from '../support/create-change.js'
import { breaksAt, createFacts, iso, says, startsAt, steps } from '../support/facts.js'
import { countsOfCheckout, pointAt } from '../support/service-counts.js'

const minute = 60_000
const failing = steps('checkout', 'error_ratio', [0.002, 0.6])

/** Facts of a failing `checkout`, without a named service. */
function trouble(given: Partial<FactPack> = {}): Partial<FactPack> {
  const { alert } = createFacts()
  return {
    alert: { ...alert, service: null, metric: null },
    services: ['carrier-gw', 'checkout', 'redis-quote'],
    series: [failing],
    ...given,
  }
}

describe('questions of operators during an incident', () => {
  it('about the blast radius are answered with the affected services, and what cannot be counted', async () => {
    const [services, ...rest] = await ask('What is the blast radius?', trouble())
    expect(services).to.equal('1 service is affected: checkout.')
    expect(rest).to.deep.equal(['At 09:00 UTC, error_ratio on checkout rose from 0.2 % to 59.9 %.'])
    const [, customers] = await ask('How many customers are affected?', trouble())
    expect(customers).to.equal('Signalbox cannot count the customers, because no error names its user.')
    expect((await ask('Which service is the culprit?', trouble()))[0]).to.match(
      /^checkout failed first, at 09:00 UTC: error_ratio on checkout rose/,
    )
    expect(await ask('What is the blast radius?', trouble({ series: [] }))).to.deep.equal([
      'Nothing is affected: no service shows a sign of a problem.',
    ])
  })

  it('about one service are answered with yes or no, also if a word names it', async () => {
    expect((await ask('Is checkout affected?', trouble()))[0]).to.match(/^Yes: error_ratio on checkout rose/)
    expect(await ask('Is the carrier gateway affected?', trouble())).to.deep.equal([
      'No: nothing has changed on carrier-gw since the problem started.',
    ])
  })

  it('about the service to blame are answered with the one that failed first', async () => {
    const first = 'checkout failed first, at 09:00 UTC'
    expect((await ask('Which service is the bottleneck?', trouble()))[0]).to.match(new RegExp(`^${first}: `))
    expect(await ask('Is checkout to blame?', trouble())).to.deep.equal([`${first}.`])
    expect(await ask('Is carrier-gw the problem?', trouble())).to.deep.equal([
      `${first}; carrier-gw shows no sign of a problem.`,
    ])
  })

  it('about a healthy service say that it is, whatever else is asked', async () => {
    const { alert } = createFacts()
    const about = { ...trouble(), alert: { ...alert, service: 'carrier-gw', metric: null } }
    expect(await ask('What is wrong with carrier-gw?', about)).to.deep.equal([
      'carrier-gw itself shows no sign of a problem.',
    ])
  })

  it('quote messages of several lines on one', () => {
    expect(shorten('TimeoutError: no answer\n    at fire (pool.js:3)')).to.equal(
      'TimeoutError: no answer at fire (pool.js:3)',
    )
  })

  it('about the course are answered by the last twenty minutes', async () => {
    const points = (value: (minutes: number) => number) => ({
      ...failing,
      points: Array.from({ length: 90 }, (_, index): [number, number] => {
        const usual = 0.002 * (1 + 0.05 * Math.sin(index))
        return [startsAt + index * minute, index < 60 ? usual : value(index - 60)]
      }),
    })
    const course = async (value: (minutes: number) => number) =>
      (await ask('Is it getting worse?', trouble({ series: [points(value)] })))[0]
    expect(await course(() => 0.6)).to.match(/^It is neither getting worse nor recovering: .* at 60 % for 20 min/)
    expect(await course((minutes) => 0.2 + 0.02 * minutes)).to.match(/^It is getting worse: .* in the last 20 min/)
    expect(await course((minutes) => 0.9 - 0.02 * minutes)).to.match(/^It is getting better/)
  })

  it('about a deployment to come are answered by what is wrong now', async () => {
    expect(await ask('Is it safe to deploy carrier-gw now?', trouble())).to.deep.equal([
      'Better wait: error_ratio on checkout rose from 0.2 % to 59.9 %.',
      'carrier-gw shows no sign of it, but a deployment now would make the cause harder to find.',
    ])
    expect(await ask('Can we deploy?', trouble({ series: [] }))).to.deep.equal([
      'Nothing speaks against it: no service shows a sign of a problem.',
    ])
  })

  it('about a deployment with few requests are not answered with no', async () => {
    const deployment = createChange({
      kind: 'deployment',
      id: 'd1',
      service: 'checkout',
      title: 'Ship 1.5',
      occurred_at: iso(breaksAt),
    })
    const points = [-20, -10, 10, 20].map((minutes) => twoAt(breaksAt + minutes * minute, minutes < 0 ? 0 : 1))
    const answer = countsOfCheckout(points)
    const said = await ask('Should I roll back checkout?', trouble({ changes: [deployment] }), (route) =>
      route === queryServices ? answer : undefined,
    )
    expect(said.slice(0, 2)).to.deep.equal([
      'Possibly: things look worse within 30 min of the deployment "Ship 1.5" on checkout at 09:00 UTC, but there were too few requests to be sure.',
      'Failed requests on checkout went from 0 % to 50 %.',
    ])
  })

  it('about a rollback are not answered with no, whatever the requests say', async () => {
    const changes = [
      createChange({
        kind: 'deployment',
        id: 'd1',
        service: 'checkout',
        title: 'Ship 1.5',
        occurred_at: iso(breaksAt),
      }),
    ]
    const points = Array.from({ length: 60 }, (_, index) => twoAt(breaksAt + (index - 30) * minute, 0))
    const answer = countsOfCheckout(points)
    const askThem = (question: string) =>
      ask(question, trouble({ changes }), (route) => (route === queryServices ? answer : undefined))
    expect((await askThem('Should I roll back checkout?'))[0]).to.match(/^Nothing got worse within 30 min of/)
    expect(await askThem('Can I roll back checkout safely?')).to.deep.equal([])
    expect(await askThem('What should I do?')).to.deep.equal([])
  })

  it('about slowness do not take ordinary words for operations', async () => {
    const measured = { calls: 40, errors: 0, p50Ms: 40, p95Ms: 80 }
    const get = { service: 'redis-quote', operation: 'Get', before: measured, after: measured, evidence: 'e8' }
    const pay = { ...get, service: 'checkout', operation: 'POST /pay' }
    const said = await ask('Did checkout get slower?', {
      ...trouble(),
      alert: createFacts().alert,
      operations: [get, pay],
    })
    expect(said.filter((text) => text.includes('"Get"'))).to.deep.equal([])
  })

  it('about flags and authors are answered with their changes only', async () => {
    const changes = [
      createChange({ kind: 'flag', id: 'f1', service: 'checkout', title: 'new-cart: off->on', author: 'ada' }),
      createChange({ kind: 'commit', change_id: 'c1', id: '4f2c91b8aa', title: 'Tune the pool', author: 'g.hopper' }),
      createChange({
        kind: 'deployment',
        change_id: 'd1',
        id: 'd1',
        service: 'checkout',
        title: 'Ship 1.5',
        author: null,
        details: { commit_sha: '4f2c91b8aa' },
      }),
    ].map((change) => ({ ...change, occurred_at: iso(breaksAt - 30 * minute) }))
    expect((await ask('Has anyone touched the feature flags today?', trouble({ changes })))[0]).to.equal(
      '1 flag change has been recorded since 00:00 UTC today.',
    )
    expect(await ask('What did hopper deploy today?', trouble({ changes }))).to.deep.equal([
      '1 deployment by g.hopper has been recorded since 00:00 UTC today.',
      '2026-05-04 08:30 UTC: deployment "Ship 1.5" on checkout.',
    ])
  })

  it('about errors are answered with the messages, the most frequent first', async () => {
    const [sum, first] = await ask('Show me the errors', trouble({ logPatterns: [says('checkout', 'no lock for 7')] }))
    expect(sum).to.match(/^\d+ errors were logged in the last hour\.$/)
    expect(first).to.match(/^checkout: "no lock for 7" \(\d+ times, last at \d\d:\d\d UTC\)\.$/)
    expect(await ask('Any new errors on carrier-gw?', trouble())).to.deep.equal([
      'No errors were reported or logged on carrier-gw in the last hour.',
    ])
  })

  it('about a metric are answered with its change', async () => {
    const hits = steps('redis-quote', 'cache.hit_pct', [92, 4])
    const [said] = await ask('Why is the cache hit rate so low?', trouble({ series: [failing, hits] }))
    expect(said).to.match(/^At 09:00 UTC, cache\.hit_pct on redis-quote fell from 92[.\d]* % to \d[.\d]* %\.$/)
  })

  it('about memory are answered from percentages, at the current rate', async () => {
    const points = Array.from({ length: 90 }, (_, index): [number, number] => [
      startsAt + index * minute,
      40 + Math.max(0, index - 60),
    ])
    const memory = { ...steps('redis-quote', 'redis.mem_pct', [1, 1]), points }
    expect(await ask('Is redis running out of memory?', trouble({ series: [failing, memory] }))).to.deep.equal([
      'Not yet: redis-quote uses 69 % of its memory; at this rate it will be full in about 31 min.',
    ])
  })
})

function twoAt(at: number, errors: number) {
  return pointAt(at, { requests: 2, errors })
}
