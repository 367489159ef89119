import { assertionOperators, createValidator, SessionReport, verdicts, remediations } from '@signalbox/contracts'
import { expect } from 'chai'
import * as fc from 'fast-check'
import type { ReportDraft } from '../../src/investigation/investigation.js'
import { checkReport } from '../../src/report/check-report.js'
import { claim, draft, results } from './sample-evidence.js'

const validate = createValidator(SessionReport)

const word = fc.constantFrom(
  'checkout',
  'payments',
  'web',
  'failed',
  '42',
  '43',
  '8.4 %',
  'c-1',
  'Mallory',
  '12:04',
  'rose',
  'x-7',
)
const text = fc.oneof(
  fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
  fc.string({ maxLength: 60 }),
)
const anyAssertion = fc.record(
  {
    evidence_id: fc.constantFrom('e1', 'e2', 'e3', 'e4'),
    pointer: fc.constantFrom(
      '',
      '/services/*/errors',
      '/services/0/service',
      '/services/*/service',
      '/changes/*/change_id',
      '/onset_at',
      '/x',
      'bad',
    ),
    operator: fc.constantFrom(...assertionOperators),
    value: fc.oneof(fc.constantFrom<unknown>('checkout', 42, 0, 'c-1', null), fc.jsonValue()),
  },
  { requiredKeys: ['evidence_id', 'pointer', 'operator'] },
)
const anyClaim = fc.record({ text, assertion: fc.array(anyAssertion, { maxLength: 4 }) })
const anyCause = fc.record({
  kind: fc.constantFrom('commit' as const, 'flag' as const, 'other' as const),
  commit_sha: fc.option(fc.constantFrom('3f2a91c', 'deadbeef')),
  change_id: fc.option(fc.constantFrom('c-1', 'c-2', 'c-9')),
  mechanism: text,
})
const anyDraft: fc.Arbitrary<ReportDraft> = fc.record({
  verdict: fc.constantFrom(...verdicts),
  cause: fc.option(anyCause),
  first_failing_service: fc.option(text),
  onset_at: fc.option(fc.oneof(text, fc.constant('2026-05-17T12:04:00.000Z'))),
  blast_radius: fc.array(text, { maxLength: 3 }),
  remediation: fc.constantFrom(...remediations),
  confidence: fc.double(),
  claims: fc.array(anyClaim, { maxLength: 5 }),
  rivals: fc.array(fc.record({ change_id: fc.constantFrom('c-1', 'c-9'), why_not: text }), { maxLength: 2 }),
})

describe('checkReport, for any draft', () => {
  it('returns a valid report with every claim in its place, and never throws', () => {
    fc.assert(
      fc.property(anyDraft, (drafted) => {
        const report = checkReport(drafted, results)
        expect(validate(report)).to.include({ ok: true })
        expect(report.claims.map((each) => each.text)).to.deep.equal(drafted.claims.map((each) => each.text))
      }),
    )
  })

  it('concludes nothing without a verified claim, and states no unsupported one', () => {
    fc.assert(
      fc.property(anyDraft, (drafted) => {
        const { claims, summary, ...rest } = checkReport(drafted, results)
        const verified = claims.filter(({ status }) => status === 'verified')
        if (verified.length === 0) {
          expect(rest).to.deep.include({
            verdict: 'inconclusive',
            cause: null,
            first_failing_service: null,
            onset_at: null,
          })
        }
        const said = verified.map((each) => each.text.trim()).join(' ')
        for (const { text: unsaid, status } of claims) {
          const isLong = unsaid.trim().length > 8 && !said.includes(unsaid.trim())
          if (status === 'unsupported' && isLong) expect(summary).to.not.contain(unsaid.trim())
        }
      }),
    )
  })

  it('judges a claim independently of the others', () => {
    fc.assert(
      fc.property(anyDraft, (drafted) => {
        const alone = drafted.claims.map((each) => checkReport(draft({ claims: [each] }), results).claims[0])
        expect(checkReport(drafted, results).claims).to.deep.equal(alone)
      }),
      { numRuns: 50 },
    )
  })

  it('verifies no number but the stored one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), (number) => {
        const [first] = checkReport(draft({ claims: [claim(`checkout had ${number} errors`)] }), results).claims
        const bound = [42, 40, 500]
        if (number > 2) expect(first?.status === 'verified').to.equal(bound.includes(number))
      }),
    )
  })
})
