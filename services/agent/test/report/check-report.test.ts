import { expect } from 'chai'
import type { ReportDraft } from '../../src/investigation/investigation.js'
import { checkReport } from '../../src/report/check-report.js'
import { claim, draft, results } from './sample-evidence.js'

function check(changes: Partial<ReportDraft>) {
  return checkReport(draft(changes), results)
}

describe('checkReport', () => {
  it('verifies a claim whose checks hold and cover its text, and adds it to the summary', () => {
    const report = check({ claims: [claim('checkout answered 42 requests with errors, 8.4 % of 500.')] })
    expect(report.claims).to.have.lengthOf(1)
    expect(report.claims[0]).to.include({ status: 'verified' })
    expect(report.claims[0]?.evidence_ids).to.deep.equal(['e1'])
    expect(report.summary).to.equal(
      'The cause is not clear yet. checkout answered 42 requests with errors, 8.4 % of 500.',
    )
  })

  it('puts the answer to a question first, and says if the rest is about something else', () => {
    const claims = [
      { ...claim('checkout had 42 errors'), topic: 'answer' as const },
      { ...claim('checkout answered 500 requests'), topic: 'impact' as const },
    ]
    const say = (isApart: boolean) => check({ verdict: 'inconclusive', claims, answered: { isApart } }).summary
    expect(say(false)).to.equal('checkout had 42 errors. checkout answered 500 requests.')
    expect(say(true)).to.equal(
      'checkout had 42 errors. Separately, something is wrong. The cause is not clear yet. checkout answered 500 requests.',
    )
  })

  it('summarizes by topic: when it started, who is affected, what to do and why, whatever their order', () => {
    const topics = ['ruled-out', 'cause', 'symptom', 'remedy', 'impact', 'onset'] as const
    const texts = ['500 requests', '42 errors of 500 requests', '8.4 % errors', '42 errors', '500', '42']
    const claims = topics.map((topic, index) => ({ ...claim(`checkout had ${texts[index] ?? ''}`), topic }))
    const { summary, claims: checked } = check({ verdict: 'no_code_cause', cause: null, claims })
    expect(checked.map(({ topic }) => topic)).to.deep.equal(topics)
    expect(summary).to.match(
      / checkout had 42\. checkout had 500\. checkout had 42 errors\. checkout had 42 errors of 500 requests\.$/,
    )
  })

  it('omits unsupported claims of any topic from the summary', () => {
    const lie = { ...claim('payments lost 9000 orders'), topic: 'onset' as const }
    expect(check({ claims: [{ ...claim('checkout had 42 errors'), topic: 'impact' }, lie] }).summary).to.not.contain(
      '9000',
    )
  })

  it('recognizes a number of a stored text with digit grouping', () => {
    const text = 'log line "payment refused" began, 12,345 times so far'
    const said = { text, assertion: [{ evidence_id: 's', pointer: '/what', operator: 'equals' as const, value: text }] }
    const grouped = new Map<string, unknown>([['s', { what: text }]])
    const [checked] = checkReport(draft({ claims: [said] }), grouped).claims
    expect(checked?.status).to.equal('verified')
  })

  it('accepts a long quotation truncated with an ellipsis, but not one of a few letters', () => {
    const title = `Read carts of the last ${'n'.repeat(400)} anew`
    const status = (quoted: string) => {
      const assertion = [{ evidence_id: 's', pointer: '/title', operator: 'equals' as const, value: title }]
      const claims = [{ text: `It was commit "${quoted}".`, assertion }]
      return checkReport(draft({ claims }), new Map<string, unknown>([['s', { title }]])).claims[0]?.status
    }
    expect(status(`${title.slice(0, 100)}…`)).to.equal('verified')
    expect(status(title.slice(0, 100))).to.equal('unsupported')
    expect(status(`${title.slice(0, 9)}…`)).to.equal('unsupported')
    expect(status(`${title.slice(0, 90)}mmmm…`)).to.equal('unsupported')
  })

  it('lists an unsupported claim as such and repeats it nowhere', () => {
    const lie = 'payments lost 9000 orders'
    const report = check({ claims: [claim('checkout had 42 errors'), claim(lie)] })
    expect(report.claims.map(({ status }) => status)).to.deep.equal(['verified', 'unsupported'])
    expect(JSON.stringify({ ...report, claims: [] }))
      .to.not.contain('9000')
      .and.not.contain('payments lost')
  })

  it('is inconclusive without a verified claim, whatever the verdict says', () => {
    for (const verdict of ['healthy', 'bad', 'suspect', 'no_code_cause', 'cause_found'] as const) {
      const report = check({ verdict, claims: [claim('checkout had 43 errors')] })
      expect(report).to.include({ verdict: 'inconclusive', cause: null, remediation: 'none', confidence: 0 })
      expect(report.summary).to.equal('The cause is not clear yet.')
    }
  })

  it('retains a cause that is a change in the evidence and in a verified claim', () => {
    const report = check({})
    expect(report.verdict).to.equal('cause_found')
    expect(report.cause).to.deep.include({ commit_sha: '3f2a91c0d4e5f60718293a4b5c6d7e8f90a1b2c3', change_id: 'c-1' })
    expect(report.cause?.mechanism).to.equal('The commit lowers POOL_SIZE from 50 to 5.')
  })

  it('drops a cause that no changes in the evidence contain', () => {
    const cause = { kind: 'commit', commit_sha: 'deadbeefdeadbeef', change_id: null, mechanism: 'x' } as const
    expect(check({ cause })).to.include({ verdict: 'inconclusive', cause: null, remediation: 'none' })
  })

  it('drops a cause that is a change in the evidence but in no verified claim', () => {
    const cause = { kind: 'commit', commit_sha: null, change_id: 'c-2', mechanism: 'x' } as const
    expect(check({ cause })).to.include({ verdict: 'inconclusive', cause: null })
  })

  it('drops a cause whose SHA and id belong to different changes', () => {
    const cause = { kind: 'commit', commit_sha: '77aa91c0d4e5f607', change_id: 'c-1', mechanism: 'x' } as const
    expect(check({ cause })).to.include({ verdict: 'inconclusive', cause: null })
  })

  it('retains a cause other than a change, without a commit to blame', () => {
    const cause = { kind: 'other', commit_sha: null, change_id: null, mechanism: 'Traffic rose.' } as const
    const report = check({ verdict: 'no_code_cause', cause, remediation: 'scale' })
    expect(report).to.deep.include({ verdict: 'no_code_cause', cause, remediation: 'scale' })
  })

  it('replaces a mechanism that says more than is proven', () => {
    const draftedCause = draft({}).cause
    const cause = draftedCause && { ...draftedCause, mechanism: 'It sent 700 e-mails to Bob.' }
    expect(check({ cause }).cause?.mechanism).to.equal('See the verified claims for how it happened.')
  })

  it('retains only services and an onset that verified claims prove', () => {
    const report = check({
      first_failing_service: 'checkout',
      blast_radius: ['web', 'payments', 'nowhere'],
      onset_at: '2026-05-17T12:04:10.000Z',
    })
    expect(report).to.deep.include({ first_failing_service: 'checkout', blast_radius: ['web'] })
    expect(report.onset_at).to.equal('2026-05-17T12:04:10.000Z')
    expect(check({ first_failing_service: 'payments' }).first_failing_service).to.equal(null)
    expect(check({ onset_at: '2026-05-17T12:34:10.000Z' }).onset_at).to.equal(null)
    expect(check({ onset_at: 'yesterday' }).onset_at).to.equal(null)
  })

  it('drops rivals that are not changes, and unproven reasons', () => {
    const { rivals } = check({
      rivals: [
        { change_id: 'c-2', why_not: 'It touches docs/readme.md alone.' },
        { change_id: 'c-1', why_not: 'It was written by Mallory.' },
        { change_id: 'c-9', why_not: 'It does not exist.' },
      ],
    })
    expect(rivals).to.deep.equal([
      { change_id: 'c-2', title: 'Fix docs/readme.md', why_not: 'It touches docs/readme.md alone.' },
      { change_id: 'c-1', title: 'Tune the pool', why_not: 'The evidence points elsewhere.' },
    ])
  })

  it('clamps a confidence to its range', () => {
    expect(check({ confidence: 7 }).confidence).to.equal(1)
    expect(check({ confidence: Number.NaN }).confidence).to.equal(0)
  })

  it('treats a claim that is too long or has too many checks as unsupported', () => {
    const long = claim(`checkout had errors ${'and errors '.repeat(200)}`)
    const [first] = claim('checkout had 42 errors').assertion
    const many = {
      text: 'checkout had 42 errors',
      assertion: first === undefined ? [] : Array.from({ length: 21 }, () => first),
    }
    expect(check({ claims: [long, many] }).claims.map(({ status }) => status)).to.deep.equal([
      'unsupported',
      'unsupported',
    ])
  })
})
