import { expect } from 'chai'
import type { ClaimDraft, ReportDraft } from '../../src/investigation/investigation.js'
import { afterQuestions, runModelledSession, finish, honest } from './modelled-session.js'

const holds = [
  { evidence_id: 'e1', pointer: '/operations/*/service', operator: 'equals', value: 'checkout' },
  { evidence_id: 'e1', pointer: '/operations/*/after/errors', operator: 'at-least', value: 1 },
] as const

/** False claims, each with checks that hold or appear to. */
const lies: Readonly<Record<string, ClaimDraft>> = {
  'another number': { text: 'checkout failed 4200 times', assertion: [...holds] },
  'another service': { text: 'payments failed 42 times', assertion: [...holds] },
  'a number of another service': {
    text: 'payments failed 42 times',
    assertion: [
      { evidence_id: 'e1', pointer: '/operations/*/service', operator: 'equals', value: 'payments' },
      { evidence_id: 'e1', pointer: '/operations/*/after/errors', operator: 'equals', value: 42 },
    ],
  },
  'a service that does not exist': { text: 'billing-worker failed 42 times', assertion: [...holds] },
  'a commit that does not exist': { text: 'Commit deadbeef1 failed 42 times', assertion: [...holds] },
  'an invented time': { text: 'checkout failed 42 times at 09:15', assertion: [...holds] },
  'an invented percentage': { text: 'checkout failed 42 times, 97 % of requests', assertion: [...holds] },
  'evidence that does not exist': {
    text: 'checkout failed',
    assertion: [{ evidence_id: 'e99', pointer: '', operator: 'exists' }],
  },
  'a field that does not exist': {
    text: 'checkout failed',
    assertion: [{ evidence_id: 'e1', pointer: '/operations/*/melted', operator: 'exists' }],
  },
  'no checks at all': { text: 'checkout failed 42 times', assertion: [] },
  'words beyond observations': {
    text: 'the database of checkout melted because an intern forgot the licence',
    assertion: [...holds],
  },
  'a culprit in plain words': { text: 'checkout failed 42 times because of the change', assertion: [...holds] },
  'a denial without a check': { text: 'no errors in checkout', assertion: [...holds] },
  'a comparison without a check': {
    text: 'errors of checkout doubled',
    assertion: [{ evidence_id: 'e1', pointer: '/operations/*/service', operator: 'equals', value: 'checkout' }],
  },
  'everything, with a check that proves nothing': {
    text: 'checkout failed 42 times and payments 4711 times',
    assertion: [{ evidence_id: 'e1', pointer: '', operator: 'exists' }],
  },
  'another type': {
    text: 'checkout failed 42 times',
    assertion: [{ evidence_id: 'e1', pointer: '/operations/0/after/errors', operator: 'equals', value: '42' }],
  },
  'look-alike letters': { text: 'сheckout failed 42 times', assertion: [...holds] },
}

describe('a model that lies', () => {
  for (const [name, lie] of Object.entries(lies)) {
    it(`is not believed: ${name}`, async () => {
      const claims = [...honest.claims, lie]
      const { report } = await runModelledSession({ say: afterQuestions(finish({ claims })) })
      expect(report.claims.map(({ status }) => status)).to.deep.equal([
        'verified',
        'verified',
        'verified',
        'unsupported',
      ])
      const texts = honest.claims.map(({ text }) => `${text}.`)
      expect(report.summary).to.equal(
        ['The likely cause is commit 3f2a91c0 "Tune the pool" (50 % confidence).', ...texts].join(' '),
      )
      expect(JSON.stringify({ ...report, summary: '', claims: [] })).to.not.contain(lie.text)
    })
  }

  it('states nothing as fact if everything is a lie', async () => {
    const { report } = await runModelledSession({ say: afterQuestions(finish({ claims: Object.values(lies) })) })
    expect(report.claims.filter(({ status }) => status === 'verified')).to.deep.equal([])
    expect(report).to.deep.include({ verdict: 'inconclusive', cause: null, remediation: 'none', rivals: [] })
    expect(report).to.deep.include({ first_failing_service: null, onset_at: null, blast_radius: [] })
    expect(report.summary).to.equal('The cause is not clear yet.')
  })

  const falseConclusions: Readonly<Record<string, Partial<ReportDraft>>> = {
    'a commit that does not exist': {
      cause: { kind: 'commit', commit_sha: 'deadbeef'.repeat(5), change_id: null, mechanism: 'x' },
    },
    'a commit that came after the onset': {
      cause: { kind: 'commit', commit_sha: '9'.repeat(40), change_id: 'c-2', mechanism: 'x' },
      claims: [
        ...honest.claims,
        {
          text: 'Commit 9999999 at 12:30',
          assertion: [{ evidence_id: 'e3', pointer: '/changes/*/change_id', operator: 'equals', value: 'c-2' }],
        },
      ],
    },
    'a commit that no claim mentions': { claims: honest.claims.slice(0, 2) },
    'a commit without a symptom': { claims: honest.claims.slice(2) },
    'an onset that no claim proves': { onset_at: '2026-05-17T11:00:00.000Z' },
    'health without proof': { verdict: 'healthy', cause: null },
    'health together with a proven cause': { verdict: 'healthy' },
    'a cause that it is not sure of itself': { confidence: 0.3 },
    'a cause outside, without proof': {
      verdict: 'no_code_cause',
      cause: { kind: 'other', commit_sha: null, change_id: null, mechanism: 'The provider failed' },
    },
  }
  for (const [name, conclusion] of Object.entries(falseConclusions)) {
    it(`is not followed: ${name}`, async () => {
      const { report } = await runModelledSession({ say: afterQuestions(finish(conclusion)) })
      expect(report).to.include({ verdict: 'inconclusive', cause: null, remediation: 'none' })
    })
  }

  it('cannot hide a lie in a mechanism, a rival, a service or the blast radius', async () => {
    const { report } = await runModelledSession({
      say: afterQuestions(
        finish({
          cause: honest.cause && { ...honest.cause, mechanism: 'Mallory sabotaged 17 servers on purpose' },
          rivals: [{ change_id: 'c-2', why_not: 'Mallory says that it is harmless' }],
          first_failing_service: 'payments',
          blast_radius: ['payments', 'everything'],
        }),
      ),
    })
    expect(report.verdict).to.equal('cause_likely')
    expect(report).to.deep.include({ first_failing_service: null, blast_radius: [] })
    expect(JSON.stringify(report)).to.not.match(/Mallory|sabotage|harmless|everything/)
  })

  it('shows none of its remarks, or of tools that it invents', async () => {
    const { report, steps } = await runModelledSession({
      say: (number) =>
        number === 0
          ? { text: 'Mallory did it', calls: [{ name: 'mallory_did_it', arguments: {} }] }
          : { text: 'Mallory did it' },
    })
    expect(JSON.stringify([report, steps.map(({ step }) => step)])).to.not.match(/mallory/i)
  })
})
