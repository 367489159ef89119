import type { Change } from '@signalbox/contracts'
import { expect } from 'chai'
import type { FactPack } from '../../src/facts/fact-pack.js'
import type { DerivedEvidence, Investigation, InvestigationStep } from '../../src/investigation/investigation.js'
import { createPlaybook } from '../../src/playbook/create-playbook.js'
import { checkReport } from '../../src/report/check-report.js'
import { createChange } from '../support/create-change.js'
import { breaksAt, createFacts, says, steps } from '../support/facts.js'

/**
 * Runs the playbook on facts, and checks its conclusion against the stored results.
 * @param answer Response to every further query.
 */
async function run(facts: FactPack, { prompt = '', answer }: { prompt?: string; answer?: unknown } = {}) {
  const kept: DerivedEvidence[] = []
  const step: InvestigationStep = {
    ask: () =>
      answer === undefined
        ? Promise.reject(new Error('the facts are there'))
        : Promise.resolve({ evidenceId: 'e2', value: answer as never }),
    derive: (evidence) => `e${100 + kept.push(evidence)}`,
    say: () => undefined,
    record: () => Promise.reject(new Error('nothing is recorded')),
    countTokens: () => undefined,
  }
  const investigation: Investigation = {
    session: {
      id: 's1',
      organizationId: 'o1',
      prompt,
      context: {},
      origin: { kind: 'manual', id: null },
      createdAt: 0,
    },
    asOf: facts.window.end,
    signal: new AbortController().signal,
    budget: { steps: 9, queries: 9, tokens: 9, timeMs: 9 },
    step: (_description, work) => work(step),
  }
  const outcome = await createPlaybook({ collectFacts: () => Promise.resolve(facts) })(investigation)
  if (outcome.kind !== 'concluded') throw new Error('it does not wait')
  const results = kept.map(({ data }, index) => [`e${101 + index}`, data] as const)
  return checkReport(outcome.draft, new Map<string, unknown>([['e1', { changes: facts.changes }], ...results]))
}

const failing = steps('checkout', 'error_ratio', [0.002, 0.6])

describe('createPlaybook', () => {
  it('concludes healthy if nothing departed and every query succeeded', async () => {
    const report = await run(createFacts({ series: [steps('checkout', 'error_ratio', [0.002, 0.002])] }))
    expect(report).to.include({ verdict: 'healthy', cause: null, remediation: 'none' })
  })

  it('reports isolated oddities, but still concludes healthy', async () => {
    const odd = steps('checkout', 'queue_depth', [10, 12])
    const facts = createFacts({ series: [odd] })
    const alert = { ...facts.alert, metric: null, isFired: false }
    const { claims, verdict } = await run({ ...facts, alert })
    expect(verdict).to.equal('healthy')
    expect(claims[0]).to.deep.include({
      text: 'Some signals are unusual, but no more than in a normal hour; the clearest: queue_depth on checkout rose from 10 to 12.',
      status: 'verified',
    })
  })

  it('names new errors that have stopped, and does not claim that there were none', async () => {
    const stopped = newError(breaksAt - 30 * 60_000)
    const series = [steps('checkout', 'error_ratio', [0.002, 0.002])]
    const { claims, verdict } = await run(createFacts({ series, errorGroups: [stopped] }))
    expect(verdict).to.equal('healthy')
    expect(claims.map(({ text }) => text).slice(0, 2)).to.deep.equal([
      'Every service is at its usual level.',
      'A new error appeared on checkout: "TypeError: card declined for order 18", 2 times, last at 08:30 UTC.',
    ])
    expect(new Set(claims.map(({ status }) => status))).to.deep.equal(new Set(['verified']))
    const known = await run(createFacts({ series, errorGroups: [{ ...stopped, state: 'known' }] }))
    expect(known.claims[0]?.text).to.contain('with no new errors or log messages')
  })

  describe('when asked why something fails that has stopped failing', () => {
    it('names the cause of new errors of the last hour, but only if nothing else is wrong', async () => {
      const changes = [change('deployment', 'd', 5, { title: 'Ship 1.0', details: { version: 'shop@1.0.0' } })]
      const errorGroups = [newError(askedAt - 50 * 60_000)]
      const given = { changes, errorGroups }
      const report = await run(askedWhy(given))
      expect(report).to.include({ verdict: 'cause_likely', remediation: 'roll-forward' })
      expect(report.summary).to.match(
        /^The likely cause is the deployment "Ship 1\.0" .* The problem started at 08:40 UTC, 50 min before this was asked/,
      )
      expect(report.claims.map(({ status }) => status)).to.not.include('unsupported')
      const failingNow = await run(askedWhy({ ...given, series: [failing] }))
      expect(failingNow.onset_at).to.equal(new Date(breaksAt).toISOString())
    })

    it('does not conclude healthy if the new errors are older, or of a service that the given one does not use', async () => {
      const older = await run(askedWhy({ errorGroups: [newError(askedAt - 61 * 60_000)] }))
      expect(older).to.deep.include({ verdict: 'inconclusive', confidence: 0, cause: null, onset_at: null })
      expect(older.summary).to.equal(
        'No ongoing problem found, but there was a new error. A new error appeared on checkout: "TypeError: card declined for order 18", 2 times, last at 08:29 UTC.',
      )
      expect(older.claims.map(({ status }) => status)).to.not.include('unsupported')
      const facts = askedWhy({ errorGroups: [newError(askedAt - 20 * 60_000)], services: ['checkout', 'search'] })
      const elsewhere = await run({ ...facts, alert: { ...facts.alert, service: 'search' } })
      expect(elsewhere).to.include({ verdict: 'inconclusive', onset_at: null })
    })

    it('leaves other sessions unchanged', async () => {
      const facts = askedWhy({ errorGroups: [newError(askedAt - 20 * 60_000)] })
      const report = await run({ ...facts, alert: { ...facts.alert, isFailureQuestion: false } })
      expect(report).to.include({ verdict: 'healthy', onset_at: null })
    })
  })

  it('does not conclude healthy if a query failed or nothing is known', async () => {
    expect(await run(createFacts({ series: [quiet], gaps: ['log patterns: timed out'] }))).to.include({
      verdict: 'inconclusive',
    })
    const empty = { ...createFacts(), logPatterns: [] }
    expect(await run(empty)).to.include({ verdict: 'inconclusive' })
  })

  it('names no cause if something departed without a known explanation', async () => {
    const report = await run(createFacts({ series: [failing] }))
    expect(report).to.include({ verdict: 'inconclusive', cause: null, first_failing_service: 'checkout' })
    expect(report.claims.every(({ status }) => status === 'verified')).to.equal(true)
  })

  it('finds the affected services if none is given', async () => {
    const facts = createFacts({ series: [failing] })
    const report = await run({
      ...facts,
      alert: { ...facts.alert, service: null, metric: null, text: 'what is wrong?' },
    })
    expect(report.first_failing_service).to.equal('checkout')
  })

  it('names and proves an external cause', async () => {
    const lines = [says('checkout', 'POST https://api.pay.example.com/v1/charges: 503 Service Unavailable')]
    const report = await run(createFacts({ series: [failing], logPatterns: lines }))
    expect(report).to.deep.include({ verdict: 'no_code_cause', remediation: 'escalate-upstream' })
    expect(report.cause?.commit_sha).to.equal(null)
  })

  it('blames new code behind a flag that was switched as the problem began, unless an external cause explains it', async () => {
    const diff =
      '+  if (flags.isOn("neural_ranker")) {\n+    return rank(await embed(results))\n+  }\n   return results'
    const changes = [
      change('commit', 'c0ffee0000', -300, { diff, files: ['services/checkout/rank.ts'] }),
      change('deployment', 'd1', -290, { details: { commit_sha: 'c0ffee0000' } }),
      change('flag', 'neural_ranker@1', -1, { title: 'neural_ranker: off->on' }),
    ]
    const slow = steps('checkout', 'latency_p95_ms', [90, 4_000])
    const report = await run(createFacts({ series: [failing, slow], changes }))
    expect(report).to.deep.include({ remediation: 'feature-flag-disable' })
    expect(report.verdict).to.be.oneOf(['cause_found', 'cause_likely'])
    expect(report.cause?.commit_sha).to.equal('c0ffee0000')
    const rush = steps('checkout', 'requests_per_sec', [400, 2_400], breaksAt - 60_000)
    const rushed = await run(createFacts({ series: [failing, slow, rush], changes }))
    expect(rushed.verdict).not.to.equal('cause_found')
  })

  it('reports current levels, not the worst ones', async () => {
    const noisy = {
      ...failing,
      points: failing.points.map(([at], index): [number, number] => [
        at,
        at < breaksAt ? 0.002 : index % 5 === 0 ? 0.9 : 0.3,
      ]),
    }
    const { claims } = await run(createFacts({ series: [noisy] }))
    expect(claims[0]?.text).to.match(/error_ratio on checkout rose from 0\.2 % to 30 %\.$/)
  })

  it('describes counted things in words, not by internal names', async () => {
    const latency = { ...steps('checkout', 'latency_p95_ms', [90, 4_000]), source: 'spans' as const }
    const { claims } = await run(createFacts({ series: [latency] }))
    expect(claims[0]?.text).to.include('p95 latency on checkout rose from')
    expect(claims.map(({ text }) => text).join(' ')).to.not.include('latency_p95_ms')
    expect(claims.map(({ status }) => status)).to.not.include('unsupported')
  })

  it('does not call an alerting, silent service healthy', async () => {
    const quiet = [steps('stock', 'error_ratio', [0.002, 0.002])]
    const facts = createFacts({ series: quiet })
    const silent = { ...facts, alert: { ...facts.alert, service: 'cart' } }
    const report = await run(silent)
    expect(report).to.deep.include({ verdict: 'inconclusive', confidence: 0 })
    expect(report.claims[0]).to.deep.include({
      text: 'No telemetry from cart has arrived in that time, so the alert cannot be investigated here.',
      status: 'verified',
    })
  })

  it('reports a leak as suspect, with its remedy', async () => {
    const growing = steps('checkout', 'memory_usage_bytes', [3e8, 3e8])
    const points = growing.points.map(([at], index): [number, number] => [at, 3e8 + 4e6 * index])
    const report = await run(asked({ series: [{ ...growing, points }] }), { prompt: 'Is checkout leaking?' })
    expect(report).to.deep.include({ verdict: 'suspect', remediation: 'restart', cause: null })
    expect(report.summary).to.match(/^Yes, it looks like a leak: .* Capture a heap dump of checkout, then restart it/)
    expect(report.claims.map(({ status }) => status)).to.not.include('unsupported')
  })

  it('blames the deployment in question, with the version to return to, unless another change is near', async () => {
    const prompt = 'Did the deployment of checkout make it worse?'
    const changes = [
      change('deployment', 'd1', -300, { title: 'Ship 1.4', details: { version: '1.4.0' } }),
      change('deployment', 'd2', 0, { title: 'Ship 1.5', details: { version: '1.5.0' } }),
    ]
    const answer = failingServices()
    const report = await run(asked({ changes }), { prompt, answer })
    expect(report).to.deep.include({ verdict: 'bad', remediation: 'rollback' })
    expect(report.cause).to.include({ kind: 'deployment', change_id: changes[1]?.change_id })
    expect(report.summary).to.match(/^Yes, the deployment "Ship 1\.5" .* Roll back checkout to 1\.4\.0\. To confirm: /)
    expect(report.claims.map(({ status }) => status)).to.not.include('unsupported')
    const flag = change('flag', 'new-cart', -2, { title: 'new-cart: off->on' })
    const open = await run(asked({ changes: [...changes, flag] }), { prompt, answer })
    expect(open).to.deep.include({ verdict: 'suspect', remediation: 'none', cause: null })
  })

  it('says once how to confirm a named cause, also if the question is about its deployment', async () => {
    const diff = '@@ -1 +1 @@\n-  const pool = { max: 40 }\n+  const pool = { max: 2 }'
    const exhausted = says('checkout', 'timeout waiting for a connection from the pool, max 2')
    const changes = [
      change('commit', 'c0ffee0000', -20, { diff, files: ['services/checkout/pool.ts'] }),
      change('deployment', 'd1', 0, { title: 'Ship 1.5', details: { version: '1.5.0', commit_sha: 'c0ffee0000' } }),
    ]
    const facts = asked({ series: [failing], logPatterns: [exhausted], changes })
    const prompt = 'Did the deployment of checkout make it worse?'
    const report = await run(facts, { prompt, answer: failingServices() })
    expect(report.cause?.commit_sha).to.equal('c0ffee0000')
    expect(report.claims.filter(({ topic }) => topic === 'check')).to.have.length(1)
    expect(report.claims.filter(({ topic }) => topic === 'remedy')).to.have.length(1)
  })

  it('says that a change to the healthy service in question harms others', async () => {
    const diff = '@@ -1 +1 @@\n-  price: toNumber(line.price_cents),\n+  price: line.price_cents,'
    const refused = says('checkout', 'cannot parse price_cents of the catalog')
    const changes = [
      change('commit', 'c0ffee0000', -20, { diff, files: ['services/catalog/price.ts'] }),
      change('deployment', 'd1', -1, { service: 'catalog', details: { version: '7', commit_sha: 'c0ffee0000' } }),
    ]
    const dependencies = [{ caller: 'checkout', callee: 'catalog', calls: 9, errors: 0, p95Ms: 9, evidence: 'e4' }]
    const services = ['catalog', 'checkout']
    const facts = asked({ series: [failing], logPatterns: [refused], changes, dependencies, services })
    const prompt = 'Is catalog ok?'
    const report = await run({ ...facts, alert: { ...facts.alert, service: 'catalog' } }, { prompt })
    expect(report.cause?.commit_sha).to.equal('c0ffee0000')
    expect(report.summary).to.match(
      /^Yes: there is no sign of a problem on catalog\. A change to catalog (is|may be) harming other services\. The /,
    )
  })

  it("promotes a dependency whose symptoms began before the alerting service's", async () => {
    const earlier = steps('stock', 'error_ratio', [0.002, 0.7], failing.points[55]?.[0])
    const dependencies = [{ caller: 'checkout', callee: 'stock', calls: 9, errors: 4, p95Ms: 9, evidence: 'e4' }]
    const report = await run(createFacts({ series: [failing, earlier], dependencies }))
    expect(report.first_failing_service).to.equal('stock')
    expect(report.blast_radius).to.deep.equal(['checkout'])
  })
})

const quiet = steps('checkout', 'error_ratio', [0.002, 0.002])
const askedAt = breaksAt + 30 * 60_000

/** Facts of a question about a failure while all series are at their usual level. */
function askedWhy(given: Parameters<typeof createFacts>[0]): FactPack {
  const facts = createFacts({ series: [quiet], ...given })
  const question = { service: null, metric: null, firedAt: askedAt, isFired: false, isFailureQuestion: true }
  return { ...facts, alert: { ...facts.alert, ...question } }
}

/** An error of `checkout` that occurred twice at that time, and never before. */
function newError(at: number): FactPack['errorGroups'][number] {
  return {
    fingerprint: 'f',
    service: 'checkout',
    type: 'TypeError',
    message: 'card declined for order 18',
    frames: [],
    count: 2,
    countBefore: 0,
    firstSeenAt: at,
    startedAt: at,
    lastSeenAt: at,
    state: 'new',
    releases: ['shop@1.0.0'],
    evidence: 'e7',
  }
}

/** Facts of a question, half an hour after the onset. */
function asked(given: Parameters<typeof createFacts>[0]): FactPack {
  const facts = createFacts(given)
  return { ...facts, alert: { ...facts.alert, metric: null, isFired: false } }
}

/** A hundred requests a minute, 40 of them failing from the onset on. */
function failingServices() {
  const points = Array.from({ length: 120 }, (_, index) => {
    const at = breaksAt + (index - 60) * 60_000
    const logs = { info: 0, warn: 0, error: 0 }
    const errors = at < breaksAt ? 0 : 40
    return {
      timestamp: new Date(at).toISOString(),
      requests: 100,
      errors,
      p50_ms: 40,
      p95_ms: 80,
      error_events: 0,
      logs,
    }
  })
  return { interval_seconds: 60, one_in_traces: 1, services_left_out: 0, services: [{ service: 'checkout', points }] }
}

/** A change to `checkout`, in minutes from the onset. */
function change(kind: Change['kind'], id: string, minutes: number, given: Partial<Change>): Change {
  const occurredAt = new Date(breaksAt + minutes * 60_000).toISOString()
  return createChange({ kind, id, occurred_at: occurredAt, service: 'checkout', ...given })
}
