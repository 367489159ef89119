import { queryServices, type Change } from '@signalbox/contracts'
import { expect } from 'chai'
import { createChange } from '../support/create-change.js'
import { ask } from '../support/ask.js'
import { breaksAt, createFacts, iso, startsAt, steps } from '../support/facts.js'
import { countsOfCheckout, pointAt } from '../support/service-counts.js'

const minute = 60_000
const day = 24 * 60 * minute

describe('questions about changes and what they did', () => {
  it("about changes are answered with the service's recorded changes since then, newest first", async () => {
    const changes = [
      change('deployment', 'Ship 1.5', { occurred_at: iso(breaksAt - 30 * minute) }),
      change('commit', 'Tune the pool', { occurred_at: iso(breaksAt - 90 * minute), id: '4f2c91b8aa' }),
      change('commit', 'Long ago', { occurred_at: iso(breaksAt - 3 * day) }),
      change('commit', 'Elsewhere', { service: 'stock' }),
    ]
    expect(await ask('What changed since yesterday in checkout?', { changes })).to.deep.equal([
      '2 changes to checkout have been recorded since yesterday 00:00 UTC.',
      '2026-05-04 08:30 UTC: deployment "Ship 1.5" on checkout.',
      '2026-05-04 07:30 UTC: commit 4f2c91b8 "Tune the pool" on checkout by ada.',
    ])
    expect(await ask('What was deployed in the last 2 hours?', { changes: [] })).to.deep.equal([
      'No deployment of checkout was recorded in the last 2 hours.',
    ])
    expect(await ask('When was the last deployment of checkout?', { changes })).to.deep.equal([
      '2026-05-04 08:30 UTC: deployment "Ship 1.5" on checkout.',
    ])
    const many = Array.from({ length: 12 }, (_, index) =>
      change('commit', `Change ${index}`, { occurred_at: iso(breaksAt - index * minute), id: `${index}f2c91b8aa` }),
    )
    const [count, ...listed] = await ask('What changed in the last hour in checkout?', { changes: many })
    expect(count).to.equal('12 changes to checkout were recorded in the last hour. The newest 8 follow.')
    expect(listed).to.have.length(8)
  })

  it('about changes to a service also count those on services it calls, and shared ones', async () => {
    const dependencies = [
      { caller: 'checkout', callee: 'stock', calls: 9, errors: 0, p95Ms: 9, evidence: 'e4' },
      { caller: 'stock', callee: 'ledger', calls: 9, errors: 0, p95Ms: 9, evidence: 'e4' },
    ]
    const changes = [
      change('commit', 'Lower limits', { service: null, files: ['production/checkout.yaml'], id: '4f2c91b8aa' }),
      change('commit', 'Other limits', { service: null, files: ['production/checkout-worker.yaml'] }),
      change('deployment', 'Ship stock', { service: 'stock' }),
      change('deployment', 'Ship ledger', { service: 'ledger' }),
      change('deployment', 'Ship search', { service: 'search' }),
      change('config', 'Tune the ingress', { service: null }),
    ]
    const [count, newest, elsewhere] = await ask('What changed since yesterday in checkout?', { changes, dependencies })
    expect(count).to.equal('1 change to checkout has been recorded since yesterday 00:00 UTC.')
    expect(newest).to.include('4f2c91b8')
    expect(elsewhere).to.equal(
      '3 other changes may affect it too: 2 on services it calls (stock and ledger) and 1 that belongs to no single service.',
    )
  })

  it("about a deployment's effect are answered by comparing the minutes before and after it", async () => {
    const changes = [change('deployment', 'Ship 1.5', { occurred_at: iso(breaksAt) })]
    const question = 'Did the deployment of checkout make it worse?'
    const serving = (failed: (at: number) => number) => (route: object) =>
      route === queryServices ? countsOfCheckout(minutesOf(failed)) : undefined
    expect(
      await ask(
        question,
        { changes },
        serving((at) => (at < breaksAt ? 0 : 40)),
      ),
    ).to.deep.equal([
      'Yes, the deployment "Ship 1.5" on checkout at 09:00 UTC made things worse.',
      'Failed requests on checkout went from 0 % to 40 %.',
      'Roll back checkout.',
      'To confirm: roll it back on one instance; if that instance recovers, the deployment is the cause.',
    ])
    expect(
      await ask(
        question,
        { changes },
        serving(() => 1),
      ),
    ).to.deep.equal([
      'No, nothing got worse within 30 min of the deployment "Ship 1.5" on checkout at 09:00 UTC.',
      'Failed requests on checkout stayed at 1 %.',
    ])
    expect(await ask(question, {})).to.deep.equal(['No deployment of checkout was recorded in the last week.'])
    expect(
      await ask(
        'Should I roll back checkout?',
        { changes },
        serving((at) => (at < breaksAt ? 0 : 40)),
      ),
    ).to.include('Yes, the deployment "Ship 1.5" on checkout at 09:00 UTC made things worse.')
    const [late] = await ask(
      question,
      { changes: [change('deployment', 'Ship 1.5', { occurred_at: iso(breaksAt - 20 * minute) })] },
      serving((at) => (at < breaksAt ? 0 : 40)),
    )
    expect(late).to.equal(
      'Things got worse only 20 min after the deployment "Ship 1.5" on checkout at 08:40 UTC, so something else may be to blame.',
    )
  })

  it("about a flag's effect are answered by comparing the minutes before and after the named one", async () => {
    const flag = (name: string, minutes: number) =>
      change('flag', `${name}: off->on`, { occurred_at: iso(breaksAt - minutes * minute) })
    const changes = [flag('new-cart', 0), flag('new-banner', 10)]
    const failing = (from: number) => (route: object) =>
      route === queryServices ? countsOfCheckout(minutesOf((at) => (at < from ? 0 : 40))) : undefined
    expect(await ask('Did the flag new-cart break anything?', { changes }, failing(breaksAt))).to.deep.equal([
      'Yes, the flag change "new-cart: off->on" on checkout at 09:00 UTC made things worse.',
      'Failed requests on checkout went from 0 % to 40 %.',
      'To confirm: revert it; if it is the cause, the problem ends within minutes.',
    ])
    expect((await ask('Did the flag new-banner break anything?', { changes }, failing(Infinity)))[0]).to.equal(
      'No, nothing got worse within 40 min of the flag change "new-banner: off->on" on checkout at 08:50 UTC.',
    )
  })

  it('about versions, last changes and the beginning are answered directly', async () => {
    const ship = (version: string, minutes: number) =>
      change('deployment', `Ship ${version}`, {
        change_id: version,
        occurred_at: iso(breaksAt - minutes * minute),
        details: { version },
      })
    const changes = [ship('1.5.0', 3), ship('1.4.0', 60), change('commit', 'Tune', { id: '4f2c91b8aa' })]
    expect(await ask('Which version of checkout is running?', { changes })).to.deep.equal([
      'checkout runs 1.5.0, deployed at 08:57 UTC.',
    ])
    expect(await ask('Who deployed last?', { changes })).to.deep.equal([
      '2026-05-04 08:57 UTC: deployment "Ship 1.5.0" on checkout.',
      'Its author is not recorded.',
    ])
    const series = [steps('checkout', 'error_ratio', [0.002, 0.6])]
    expect(await ask('When did it start?', { series })).to.deep.equal([
      'The problem started at 09:00 UTC: error_ratio on checkout rose from 0.2 % to 59.9 %.',
    ])
    expect(await ask('What is going on?', { alert: { ...createFacts().alert, service: null }, series })).to.deep.equal(
      [],
    )
  })

  it('about a time of day are answered by what was wrong then, and the changes around it', async () => {
    const changes = [change('flag', 'f', { title: 'new-cart: off->on', occurred_at: iso(breaksAt - 5 * minute) })]
    const failing = steps('checkout', 'error_ratio', [0.002, 0.6])
    const question = 'What happened at 09:05?'
    expect(await ask(question, { series: [failing], changes })).to.deep.equal([
      'At 09:05 UTC there was a problem on checkout.',
      'Changes in the 15 minutes before and after it: flag change "new-cart: off->on".',
    ])
    expect((await ask(question, {}))[0]).to.equal('Nothing unusual was happening at 09:05 UTC.')
    const window = { start: startsAt, end: startsAt + day }
    expect((await ask('What happened yesterday at 9:05?', { window }))[0]).to.equal(
      'Nothing unusual was happening at 2026-05-04 09:05 UTC.',
    )
  })
})

function change(kind: Change['kind'], title: string, given: Partial<Change>) {
  const author = kind === 'commit' ? 'ada' : null
  return createChange({ kind, id: title, title, service: 'checkout', author, ...given })
}

/** A hundred requests a minute, the given number of them failed. */
function minutesOf(failed: (at: number) => number) {
  return Array.from({ length: 120 }, (_, index) => {
    const at = breaksAt + (index - 60) * minute
    return pointAt(at, { requests: 100, errors: failed(at) })
  })
}
