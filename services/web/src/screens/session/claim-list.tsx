import type { Claim, SessionReport } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import { formatCount } from '../../parts/numbers/format-number.js'
import { Status } from '../../parts/status/status.js'
import { Prose } from '../../parts/text/prose.js'
import { checkAssertion, operatorWords } from './check-assertion.js'
import { ClaimEvidence, isClaimOpen } from './claim-evidence.js'
import { describePointer, lastField } from './describe-pointer.js'
import { readClaims, type NumberedClaim } from './read-claims.js'
import styles from './session.module.css'
import { StoredValue } from './stored-value.js'
import type { OpenEvidence } from './use-open-evidence.js'

interface ClaimListProps {
  sessionId: string
  report: SessionReport
  open: OpenEvidence | undefined
}

/**
 * The claims that the summary does not state already, by topic, each with its evidence. Claims that failed their checks are
 * struck out, never hidden.
 */
export function ClaimList({ sessionId, report, open }: ClaimListProps) {
  const { claims } = report
  const { cited, groups } = readClaims(report)
  if (groups.length === 0) return null
  const verified = claims.filter(({ status }) => status === 'verified').length
  return (
    <section className="card" aria-label="Claims">
      <header>
        <h2>Claims</h2>
        <span className="small t3 hide-s">
          Each one is checked against stored results
          {cited.length > 0 && `; the answer states ${formatCount(cited.length)} of them`}
        </span>
        <span className="right small">
          <Status tone="ok">{verified} verified</Status>
          {verified < claims.length && <Status tone="warn">{claims.length - verified} struck out</Status>}
        </span>
      </header>
      {groups.map(({ heading, claims: inGroup }) => (
        <div key={heading} className={styles['group']}>
          {heading !== '' && <h3>{heading}</h3>}
          <ol className="claims" aria-label={heading === '' ? 'Verified' : heading}>
            {inGroup.map((claim) => (
              <ClaimRow key={claim.number} {...{ claim, sessionId, open }} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

interface ClaimRowProps extends Omit<ClaimListProps, 'report'> {
  claim: NumberedClaim
}

function ClaimRow({ claim, sessionId, open }: ClaimRowProps) {
  const { text, status } = claim.claim
  const isOut = status === 'unsupported'
  return (
    <li className={[isOut && 'out', isClaimOpen(claim, open) && 'on'].filter(Boolean).join(' ')}>
      <ClaimMark isOut={isOut} />
      <p>{isOut ? <del>{text}</del> : <Prose text={text} />}</p>
      <span className="evs">
        <ClaimEvidence claim={claim} open={open} />
      </span>
      {isOut && <WhyNot sessionId={sessionId} claim={claim.claim} />}
    </li>
  )
}

/** A tick or a dash: verified or not. */
export function ClaimMark({ isOut }: { isOut: boolean }) {
  return (
    <svg
      className={`mark ${isOut ? 'x' : 'v'}`}
      viewBox="0 0 18 18"
      role="img"
      aria-label={isOut ? 'Struck out' : 'Verified'}
    >
      <circle cx="9" cy="9" r="8" fill="currentColor" opacity=".14" />
      <path
        d={isOut ? 'M5 9h8' : 'm5.4 9.3 2.5 2.5 4.8-5.6'}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** The first check that fails, with what was found and what was asked. */
function WhyNot({ sessionId, claim }: { sessionId: string; claim: Claim }) {
  const [first] = claim.assertion
  const evidenceId = first?.evidence_id ?? ''
  const query = useQuery({
    ...apiQuery('readSessionEvidence', { params: { session_id: sessionId, evidence_id: evidenceId } }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: first !== undefined,
  })
  if (!first) return <span className="why">Struck out: it makes no checkable statement.</span>
  if (!query.data) return <span className="why">Struck out.</span>
  const { result } = query.data
  const failed = claim.assertion.find((each) => each.evidence_id === evidenceId && !checkAssertion(result, each).holds)
  if (!failed) return <span className="why">Struck out: its text says more than its checks prove.</span>
  const [found] = checkAssertion(result, failed).found
  return (
    <span className="why">
      Struck out: in {evidenceId}, {describePointer(result, failed.pointer)} is{' '}
      {found === undefined ? 'missing' : <StoredValue name={lastField(failed.pointer)} value={found.value} />}. The
      check asks that it {operatorWords[failed.operator]}
      {failed.value !== undefined && (
        <>
          {' '}
          <StoredValue name={lastField(failed.pointer)} value={failed.value} />
        </>
      )}
      .
    </span>
  )
}
