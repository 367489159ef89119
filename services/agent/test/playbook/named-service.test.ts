import { expect } from 'chai'
import type { FactPack } from '../../src/facts/fact-pack.js'
import { investigateFacts, judge } from '../incidents/judge-incident.js'
import { createChange } from '../support/create-change.js'
import { breaksAt, createFacts, steps } from '../support/facts.js'
import { readIncident } from '../support/read-incident.js'
import { readIncidentsInNoise } from '../support/stored-incidents.js'

const minute = 60_000
const culprit = 'a'.repeat(40)
const innocent = 'b'.repeat(40)
/** Incidents that reach the services at different times, or only some of them. */
const asked = ['fin-interest-accrual-larch', 'fin-sepa-outbound-juniper', 'ml-doc-parser-fern']

describe('a question that names a service', () => {
  it('is answered with the cause on a service that it calls, although trouble reached it later', () => {
    const report = ask(spreading(), 'why is shop slow?', 'shop')
    expect(report.cause?.commit_sha).to.equal(culprit)
    expect(report.onset_at).to.equal(new Date(breaksAt).toISOString())
  })

  it('is answered with the cause of what else is wrong if that service is healthy', () => {
    expect(ask(spreading(), 'why is search slow?', 'search').cause?.commit_sha).to.equal(culprit)
  })

  it('has the true cause among its first three suspects whichever service it names', () => {
    const lost: string[] = []
    for (const incident of readIncidentsInNoise().filter(({ name }) => asked.includes(name))) {
      const facts = readIncident(incident)
      const placeOf = (service: string | null, text: string) =>
        judge(incident, ask(facts, text, service)).place ?? Infinity
      expect(placeOf(null, 'what is wrong?')).to.be.at.most(3)
      for (const service of facts.services.slice(0, 6)) {
        if (placeOf(service, `why is ${service} slow?`) > 3) lost.push(`${incident.name}: ${service}`)
      }
    }
    expect(lost).to.deep.equal([])
  })
})

function ask(facts: FactPack, text: string, service: string | null) {
  const question = { service, metric: null, threshold: null, observed: null, isFired: false, text }
  return investigateFacts({ ...facts, alert: { ...facts.alert, ...question, firedAt: facts.window.end } })
}

/** A change breaks `store`; a quarter of an hour later its caller `shop` suffers too, right after a deployment there. */
function spreading(): FactPack {
  const later = breaksAt + 15 * minute
  const latency = (service: string, levels: readonly [number, number], at = breaksAt) => ({
    ...steps(service, 'latency_p95_ms', levels, at),
    source: 'spans' as const,
  })
  return createFacts({
    services: ['search', 'shop', 'store'],
    series: [latency('store', [40, 56]), latency('shop', [90, 118], later), latency('search', [30, 30])],
    dependencies: [{ caller: 'shop', callee: 'store', calls: 900, errors: 300, p95Ms: 2000, evidence: 'e4' }],
    changes: [
      ...release('store', culprit, breaksAt - minute, '-const pool = { max: 40 }\n+const pool = { max: 2 }'),
      ...release('shop', innocent, later - minute, '-  return cart.items\n+  return cart.items.filter(isOpen)'),
    ],
  })
}

function release(service: string, sha: string, at: number, edit: string) {
  const files = [`${service}/src/load.ts`]
  const iso = (time: number) => new Date(time).toISOString()
  const commit = { change_id: `commit ${sha}`, id: sha, occurred_at: iso(at - 10 * minute), files }
  const deployment = { change_id: `deployment ${sha}`, id: sha, occurred_at: iso(at), service }
  return [
    createChange({ ...commit, kind: 'commit', diff: `@@ -1 +1 @@\n${edit}` }),
    createChange({
      ...deployment,
      kind: 'deployment',
      details: { version: '2', commit_sha: sha, status: 'success' },
    }),
  ]
}
