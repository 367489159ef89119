import type { Claim } from '@signalbox/contracts'
import { expect } from 'chai'
import { describePointer, lastField } from '../src/screens/session/describe-pointer.js'
import { formatMeasure } from '../src/screens/session/format-measure.js'
import { readClaims } from '../src/screens/session/read-claims.js'
import { readSuspects } from '../src/screens/session/read-suspects.js'

function claim(text: string, more: Partial<Claim> = {}): Claim {
  return { text, evidence_ids: ['e1'], assertion: [], status: 'verified', ...more }
}

describe('claims of a report', () => {
  it('that the summary states are cited there, in the order of its text, and listed nowhere else', () => {
    const claims = [
      claim('Roll back checkout.', { topic: 'remedy' }),
      claim('It began at 20:55 UTC.', { topic: 'onset' }),
      claim('All errors come from 2.14.0.', { topic: 'cause' }),
    ]
    const { cited, groups } = readClaims({ summary: 'It began at 20:55 UTC. Roll back checkout. More.', claims })
    expect(cited.map(({ number, end }) => [number, end])).to.deep.equal([
      [2, 22],
      [1, 42],
    ])
    expect(groups.map(({ heading, claims: rest }) => [heading, rest.map(({ number }) => number)])).to.deep.equal([
      ['Why', [3]],
    ])
  })

  it('are grouped by topic, with those that failed their checks apart even if the summary states them', () => {
    const claims = [
      claim('Struck out.', { topic: 'cause', status: 'unsupported' }),
      claim('Ruled', { topic: 'ruled-out' }),
      claim('To confirm', { topic: 'check' }),
      claim('Unnamed'),
      claim('Seen', { topic: 'symptom' }),
    ]
    const { cited, groups } = readClaims({ summary: 'Struck out.', claims })
    expect(cited).to.deep.equal([])
    expect(groups.map(({ heading }) => heading)).to.deep.equal([
      'What to do',
      'Also seen',
      'Other changes',
      'Also verified',
      'Not proven',
    ])
  })

  it('have no heading if no topic is known', () => {
    expect(readClaims({ summary: '', claims: [claim('a')] }).groups.map(({ heading }) => heading)).to.deep.equal([''])
  })

  it("are not repeated as the cause's reasons", () => {
    const suspect = {
      change_id: 'c1',
      commit_sha: null,
      title: 'Reuse one client',
      probability: 0.9,
      for: ['All errors come from 2.14.0.'],
      against: ['It is small.'],
      next_check: 'Roll it back on one instance.',
    }
    const report = {
      verdict: 'cause_found' as const,
      summary: '',
      first_failing_service: null,
      onset_at: null,
      blast_radius: [],
      remediation: 'rollback' as const,
      confidence: 0.9,
      rivals: [],
      cause: { kind: 'commit' as const, commit_sha: null, change_id: 'c1', mechanism: '' },
      claims: [claim('a', { topic: 'cause' }), claim('b', { topic: 'check' })],
      suspects: [suspect, suspect],
    }
    const [first, second] = readSuspects(report, new Map())
    expect(first).to.deep.include({ speaksFor: [], speaksAgainst: suspect.against, nextCheck: undefined })
    expect(second).to.deep.include({ speaksFor: suspect.for, nextCheck: suspect.next_check })
    const summary = 'The leading suspect is "Reuse one client". It is small. Next step: roll it back on one instance.'
    const [unnamed, other] = readSuspects({ ...report, summary, cause: null }, new Map())
    expect(unnamed).to.deep.include({ speaksFor: suspect.for, speaksAgainst: [], nextCheck: undefined })
    expect(other, 'the same words about another change').to.deep.include({ nextCheck: suspect.next_check })
  })
})

describe('stored evidence', () => {
  const result = {
    onset_at: '',
    signals: [{}, {}, { at: '' }],
    changes: [{ title: 'Reuse one client\n\nMore', diff: '' }],
  }

  it('is described without JSON Pointers', () => {
    const words = ['/onset_at', '/signals/2/at', '/changes/*/diff', '/changes/0/diff', '/changes/0/title', ''].map(
      (each) => describePointer(result, each),
    )
    expect(words).to.deep.equal([
      'start of the problem',
      'signal 3 › time',
      'changes › diff',
      'Reuse one client › diff',
      'change 1 › title',
      'the result',
    ])
    expect(lastField('/hit/*')).to.equal('hit')
  })

  it("has numbers with the unit in their field's name", () => {
    expect(formatMeasure('p95_ms', 3061)).to.equal('3.06 s')
    expect(formatMeasure('memory_usage_bytes', 2 ** 30)).to.equal('1 GiB')
    expect(formatMeasure('probability', 0.184)).to.equal('18.4 %')
    expect(formatMeasure('calls', 3602)).to.equal('3,602')
    expect(formatMeasure('load', 1.2345)).to.equal('1.23')
  })
})
