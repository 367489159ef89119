import { expect } from 'chai'
import { investigateFacts } from '../incidents/judge-incident.js'
import { createChange } from '../support/create-change.js'
import { breaksAt, createFacts, steps } from '../support/facts.js'

const minute = 60_000
const iso = (minutes: number) => new Date(breaksAt + minutes * minute).toISOString()

describe('the only change near the onset', () => {
  it('is the likely cause of requests that only got slower, but never a certain one', () => {
    const report = investigate([...release('checkout', -1)])
    expect(report.verdict).to.equal('cause_likely')
    expect(report.cause?.commit_sha).to.equal(shaOf('checkout', -1))
    expect(report.confidence).to.be.below(0.85)
    expect(report.suspects?.[0]?.probability).to.equal(report.confidence)
    expect(report.claims.map(({ text }) => text)).to.include(
      'Nothing else changed on the affected services around that time.',
    )
    expect(report.claims.every(({ status }) => status === 'verified')).to.equal(true)
  })

  it('is not named if its code does what it did before', () => {
    const sameDiffs = [
      "-  heading: 'Your cart'\n+  heading: 'Your carts'",
      '-  for (const one of found) total += one.price\n+  for (const item of found) total += item.price',
      "-  return cart.title + ' (' + cart.id + ')'\n+  return `${cart.title} (${cart.id})`",
    ]
    for (const diff of sameDiffs) {
      expect(investigate(release('checkout', -1, `@@ -1 +1 @@\n${diff}`)).cause, diff).to.equal(null)
    }
  })

  it('is not named if another change took effect near the onset, if it came long before, or elsewhere', () => {
    expect(investigate([...release('checkout', -1), ...release('gateway', -4)]).cause).to.equal(null)
    expect(investigate([...release('checkout', -25)]).cause).to.equal(null)
    expect(investigate([...release('gateway', -1)]).cause).to.equal(null)
  })
})

const slowing = '@@ -1 +1 @@\n-  return carts.find(id)\n+  return carts.load(id, { refresh: true })'

/** A commit and its deployment, so many minutes from when things break. */
function release(service: string, minutes: number, diff = slowing) {
  const sha = shaOf(service, minutes)
  const files = [`${service}/src/cart.ts`]
  const [commit, deployment] = [`commit ${sha}`, `deployment ${sha}`]
  return [
    createChange({ kind: 'commit', change_id: commit, id: sha, occurred_at: iso(minutes - 20), files, diff }),
    createChange({
      kind: 'deployment',
      change_id: deployment,
      id: deployment,
      occurred_at: iso(minutes),
      service,
      details: { version: '2', commit_sha: sha, status: 'success' },
    }),
  ]
}

function shaOf(service: string, minutes: number): string {
  return `${Buffer.from(`${service}${minutes}`).toString('hex')}${'0'.repeat(40)}`.slice(0, 40)
}

function investigate(changes: ReturnType<typeof release>) {
  const latency = (service: string, levels: readonly [number, number]) => ({
    ...steps(service, 'latency_p95_ms', levels),
    source: 'spans' as const,
  })
  const series = [latency('checkout', [48, 1080]), latency('gateway', [53, 1080])]
  const dependencies = [{ caller: 'gateway', callee: 'checkout', calls: 9, errors: 0, p95Ms: 9, evidence: 'e4' }]
  const facts = createFacts({ series, dependencies, changes })
  return investigateFacts({ ...facts, alert: { ...facts.alert, metric: 'latency_p95_ms' } })
}
