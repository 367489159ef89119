import { expect } from 'chai'
import type { ErrorGroupFacts } from '../../src/facts/fact-pack.js'
import { investigateFacts } from '../incidents/judge-incident.js'
import { createChange } from '../support/create-change.js'
import { breaksAt, createFacts } from '../support/facts.js'

const minute = 60_000

describe('releases named by errors', () => {
  it('identify a deployment with an unknown commit, as likely at most', () => {
    const report = investigate({ deployedAt: -1, errors: [error(['shop@2'])] })
    expect(report).to.include({ verdict: 'cause_likely', confidence: 0.84 })
    expect(report.suspects?.map(({ title, probability }) => [title, probability])).to.deep.equal([
      ['Ship 2', 0.84],
      ['Something that is not recorded here', 0.16],
    ])
    expect(report.cause).to.include({ kind: 'deployment', commit_sha: null, change_id: 'deployment 2' })
    expect(report.remediation).to.equal('roll-forward')
    expect(report.claims.filter(({ status }) => status !== 'verified')).to.deep.equal([])
  })

  it('prove that a release ran before its deployment was announced', () => {
    const report = investigate({ deployedAt: 20, errors: [error(['shop@2'])] })
    expect(report.cause?.change_id).to.equal('deployment 2')
    expect(report.claims.map(({ text }) => text)).to.include(
      'The deployment took effect on checkout at 09:00 UTC (reported at 09:20 UTC).',
    )
    expect(report.claims.every(({ status }) => status === 'verified')).to.equal(true)
  })

  it('clear a deployment made after errors of another release', () => {
    expect(investigate({ deployedAt: 20, errors: [error(['shop@1'])] }).cause).to.equal(null)
  })

  it('prove nothing if the release ran alone for hours, but something if another runs beside it', () => {
    const known = error(['shop@1'], { fingerprint: 'f0', state: 'known', firstSeenAt: breaksAt - 600 * minute })
    expect(investigate({ deployedAt: -55, errors: [error(['shop@2'])] }).cause).to.equal(null)
    const beside = investigate({ deployedAt: -25, errors: [error(['shop@2']), known] })
    expect(beside.cause?.change_id).to.equal('deployment 2')
    expect(beside.remediation).to.equal('rollback')
  })

  it('prove nothing if errors come from other releases too', () => {
    expect(investigate({ deployedAt: -1, errors: [error(['shop@1', 'shop@2'])] }).cause).to.equal(null)
    const most = error(['shop@1'], { fingerprint: 'f2', count: 900 })
    expect(investigate({ deployedAt: -1, errors: [error(['shop@2']), most] }).cause).to.equal(null)
  })
})

/** @param deployedAt Minutes from the onset. */
function investigate({ deployedAt, errors }: { deployedAt: number; errors: readonly ErrorGroupFacts[] }) {
  const deployment = createChange({
    kind: 'deployment',
    change_id: 'deployment 2',
    id: 'deployment 2',
    title: 'Ship 2',
    occurred_at: new Date(breaksAt + deployedAt * minute).toISOString(),
    service: 'checkout',
    details: { version: '2', commit_sha: null, status: 'success' },
  })
  return investigateFacts(createFacts({ errorGroups: errors, changes: [deployment] }))
}

function error(releases: readonly string[], given: Partial<ErrorGroupFacts> = {}): ErrorGroupFacts {
  return {
    fingerprint: 'f1',
    service: 'checkout',
    type: 'TypeError',
    message: 'card declined',
    frames: [],
    count: 40,
    countBefore: 0,
    firstSeenAt: breaksAt + 10_000,
    startedAt: breaksAt + 10_000,
    lastSeenAt: breaksAt + 25 * minute,
    state: 'new',
    releases,
    evidence: 'e5',
    ...given,
  }
}
