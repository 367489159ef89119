import type { Change } from '@signalbox/contracts'
import { expect } from 'chai'
import { findVersionBefore } from '../../src/playbook/report/previous-version.js'
import { describeRuledOut } from '../../src/playbook/report/ruled-out.js'
import { formatLikelihood, storedProbability } from '../../src/wording/likelihood.js'
import { investigateFacts } from '../incidents/judge-incident.js'
import { createChange } from '../support/create-change.js'
import { breaksAt, createFacts, says, steps } from '../support/facts.js'

function deployment(id: string, at: string, given: Partial<Change> & { version?: string }): Change {
  const { version, ...more } = given
  const details = version === undefined ? {} : { version }
  return createChange({ kind: 'deployment', id, occurred_at: `2026-05-04T${at}:00.000Z`, details, ...more })
}

describe('findVersionBefore', () => {
  const before = deployment('d1', '08:00', { service: 'shop', version: '1.4.0' })
  const culprit = deployment('d2', '09:00', { service: 'shop', version: '1.5.0' })
  const versionOf = (...changes: Change[]) => findVersionBefore(changes, [culprit.change_id])

  it('is the previous version on the same service, whatever is deployed elsewhere or later', () => {
    const elsewhere = deployment('d3', '08:30', { service: 'cart', version: '7.0.0' })
    const later = deployment('d4', '09:30', { service: 'shop', version: '1.6.0' })
    expect(versionOf(before, elsewhere, culprit, later)).to.equal('1.4.0')
  })

  it('is unknown without an earlier deployment of a different, known version', () => {
    expect(versionOf(culprit)).to.equal(null)
    expect(versionOf(deployment('d1', '08:00', { service: 'shop' }), culprit)).to.equal(null)
    expect(versionOf(deployment('d1', '08:00', { service: 'shop', version: '1.5.0' }), culprit)).to.equal(null)
    expect(findVersionBefore([before, culprit], [])).to.equal(null)
  })

  it('ignores failed deployments', () => {
    const failed = deployment('d3', '08:30', { service: 'shop', details: { version: '1.4.1', status: 'failed' } })
    expect(versionOf(before, { ...failed, details: { version: '1.4.1', status: 'failed' } }, culprit)).to.equal('1.4.0')
  })
})

describe('likelihoods', () => {
  it('are never shown or stored as certain', () => {
    expect(formatLikelihood(0.9996)).to.equal('99 %')
    expect(storedProbability(0.9996)).to.equal(0.99)
  })
})

describe('remedies', () => {
  it('recreate a dropped index, because rolling back code does not', () => {
    const dropped = '@@ -1 +1,2 @@\n class DropUnused < Migration\n+    remove_index :prices, :numeric_value'
    const changes = [
      createChange({
        kind: 'commit',
        change_id: 'c1',
        id: sha,
        occurred_at: iso(-40),
        files: ['db/migrate/7_drop.rb'],
        diff: dropped,
      }),
      deployment('d1', '08:55', { service: 'checkout', details: { commit_sha: sha, version: '2', status: 'success' } }),
    ]
    const series = [steps('checkout', 'db_query_latency_ms', [20, 900])]
    const line = 'slow query: SELECT numeric_value FROM prices'
    const report = investigateFacts(createFacts({ series, changes, logPatterns: [says('checkout', line)] }))
    expect(report.remediation).to.equal('roll-forward')
    expect(report.claims.find(({ topic }) => topic === 'remedy')?.text).to.equal(
      'Recreate the index that commit bf577894 drops; rolling back code does not restore it.',
    )
    expect(report.claims.every(({ status }) => status === 'verified')).to.equal(true)
  })

  it('are not rollbacks if stored data has reached a bound, and the check says so', () => {
    const line = "SQLSTATE[22003]: Numeric value out of range: 167 Out of range value for column 'id' at row 1"
    const changes = [
      createChange({ kind: 'commit', change_id: 'c1', id: sha, occurred_at: iso(-40), files: ['prices.php'], diff }),
      deployment('d1', '08:55', { service: 'checkout', details: { commit_sha: sha, version: '2', status: 'success' } }),
    ]
    const series = [steps('checkout', 'error_ratio', [0.002, 0.6])]
    const report = investigateFacts(createFacts({ series, changes, logPatterns: [says('checkout', line)] }))
    expect(report).to.deep.include({ remediation: 'roll-forward' })
    expect(report.claims.find(({ topic }) => topic === 'check')?.text).to.include('rolling back does not free')
    expect(report.claims.every(({ status }) => status === 'verified')).to.equal(true)
  })
})

const sha = 'bf577894bf577894bf577894bf577894bf577894'
const iso = (minutes: number) => new Date(breaksAt + minutes * 60_000).toISOString()
const diff =
  "@@ -1 +1 @@\n-  $prices->update($rows)\n+  $prices->upsert($rows, ['id'], ['numeric_value', 'column_range'])"

describe('describeRuledOut', () => {
  it('counts the changes for each reason, without a count for a single reason', () => {
    const late = { count: 2, why: 'took effect after the problem started' }
    const idle = { count: 1, why: 'never went live' }
    expect(describeRuledOut({ changes: 3, reasons: [late, idle] })).to.equal(
      '3 other changes (2 took effect after the problem started, 1 never went live)',
    )
    expect(describeRuledOut({ changes: 2, reasons: [late] })).to.equal(
      '2 other changes, all of which took effect after the problem started',
    )
    expect(describeRuledOut({ changes: 1, reasons: [idle] })).to.equal('1 other change, which never went live')
  })
})
