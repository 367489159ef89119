import type { Change } from '@signalbox/contracts'
import { expect } from 'chai'
import { answerQuestion } from '../../src/playbook/questions/answer-question.js'
import type { FactPack } from '../../src/facts/fact-pack.js'
import { createChange } from '../support/create-change.js'
import { breaksAt, createFacts, startsAt } from '../support/facts.js'

const minute = 60_000

describe('questions that are no alert', () => {
  it('after what changed are answered with what is recorded of the service since then, the newest first', () => {
    const changes = [
      change('deployment', 'Ship 1.5', { occurred_at: new Date(breaksAt - 30 * minute).toISOString() }),
      change('commit', 'Tune the pool', {
        occurred_at: new Date(breaksAt - 90 * minute).toISOString(),
        id: '4f2c91b8aa',
      }),
      change('commit', 'Long ago', { occurred_at: new Date(breaksAt - 3 * 86_400_000).toISOString() }),
      change('commit', 'Elsewhere', { service: 'stock' }),
    ]
    expect(ask('What changed since yesterday in checkout?', { changes })).to.deep.equal([
      '2 changes of checkout are recorded since yesterday, 00:00 UTC.',
      '2026-05-04 08:30 UTC: the deployment "Ship 1.5" on checkout.',
      '2026-05-04 07:30 UTC: commit 4f2c91b8 "Tune the pool" on checkout by ada.',
    ])
    expect(ask('What was deployed in the last 2 hours?', { changes: [] })).to.deep.equal([
      'No change of checkout is recorded for the last 2 hours.',
    ])
  })

  it('after a leak are answered by whether memory grows in every part of the time', () => {
    expect(ask('Is checkout leaking?', { series: [memory((index) => 300 + 4 * index)] })[0]).to.match(
      /^Yes, it looks like a leak/,
    )
    expect(ask('Is checkout leaking?', { series: [memory((index) => (index < 45 ? 300 : 600))] })[0]).to.match(
      /not steadily/,
    )
    expect(ask('Is checkout leaking?', { series: [memory(() => 300)] })[0]).to.match(/^No sign of a leak/)
    expect(ask('Is checkout leaking?', {})[0]).to.match(/cannot be told/)
  })

  it('after slowness are answered by durations now and before, and by where the time goes', () => {
    const measured = { calls: 40, errors: 0, p50Ms: 40, p95Ms: 60 }
    const operations = [
      {
        service: 'checkout',
        operation: 'POST /checkout',
        before: measured,
        after: { ...measured, p50Ms: 400, p95Ms: 900 },
        evidence: 'e8',
      },
    ]
    const steps = [
      { service: 'checkout', operation: 'POST /checkout', selfMs: 90, status: 'ok' },
      { service: 'checkout', operation: 'SELECT carts', selfMs: 810, status: 'ok' },
    ]
    const criticalPaths = [{ traceId: 't', durationMs: 900, steps, evidence: 'e10' }]
    expect(ask('Why is POST /checkout slow?', { operations, criticalPaths })).to.deep.equal([
      '"POST /checkout" of checkout takes 400 ms at the median and 900 ms at the 95th percentile; before it was 40 ms and 60 ms.',
      'Of the longest trace through it, 900 ms, most is spent in "SELECT carts" of checkout: 810 ms.',
    ])
  })

  it('are not looked for in alerts and in questions after a cause', () => {
    expect(ask('Why do checkouts fail?', {})).to.deep.equal([])
    const { alert, ...facts } = createFacts()
    expect(answerQuestion('checkout is slow', { ...facts, alert: { ...alert, isFired: true } })).to.deep.equal([])
  })
})

function ask(question: string, given: Partial<FactPack>): string[] {
  const facts = createFacts(given)
  return answerQuestion(question, { ...facts, alert: { ...facts.alert, isFired: false } }).map(({ text }) => text)
}

function change(kind: 'commit' | 'deployment', title: string, given: Partial<Change>) {
  const author = kind === 'commit' ? 'ada' : null
  return createChange({ kind, id: title, title, service: 'checkout', author, ...given })
}

/** Memory in MB, by minute. */
function memory(at: (index: number) => number): FactPack['series'][number] {
  const points = Array.from({ length: 90 }, (_, index): [number, number] => [
    startsAt + index * minute,
    at(index) * 1e6 * (1 + 0.005 * Math.sin(index)),
  ])
  return { id: 'm', source: 'container', service: 'checkout', metric: 'memory_usage_bytes', points, evidence: 'e3' }
}
