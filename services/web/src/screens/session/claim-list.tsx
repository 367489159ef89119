import type { Claim } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import { Status } from '../../parts/status/status.js'
import { checkAssertion, operatorWords } from './check-assertion.js'
import { EvidenceLink } from './evidence-link.js'
import { shorten } from './pointer.js'
import type { OpenEvidence } from './use-open-evidence.js'

interface ClaimListProps {
  sessionId: string
  claims: readonly Claim[]
  open: OpenEvidence | undefined
}

/** What the report states, each with its evidence. What could not be verified is struck out, never hidden. */
export function ClaimList({ sessionId, claims, open }: ClaimListProps) {
  if (claims.length === 0) return null
  const verified = claims.filter(({ status }) => status === 'verified').length
  return (
    <section className="card" aria-label="Claims">
      <header>
        <h2>Claims</h2>
        <span className="small t3 hide-s">Each one is checked against stored results</span>
        <span className="right small">
          <Status tone="ok">{verified} verified</Status>
          {verified < claims.length && <Status tone="warn">{claims.length - verified} struck out</Status>}
        </span>
      </header>
      <ol className="claims">
        {claims.map((claim, index) => (
          <ClaimRow key={index} {...{ claim, sessionId, open }} number={index + 1} />
        ))}
      </ol>
    </section>
  )
}

interface ClaimRowProps extends Omit<ClaimListProps, 'claims'> {
  claim: Claim
  /** From 1 on. */
  number: number
}

function ClaimRow({ claim, number, sessionId, open }: ClaimRowProps) {
  const { text, status, evidence_ids: ids } = claim
  const isOut = status === 'unsupported'
  const isOn = open !== undefined && (open.claim === undefined ? ids.includes(open.id) : open.claim === number)
  return (
    <li className={[isOut && 'out', isOn && 'on'].filter(Boolean).join(' ')}>
      <ClaimMark isOut={isOut} />
      <p>{isOut ? <del>{text}</del> : text}</p>
      <span className="evs">
        {ids.map((id) => (
          <EvidenceLink key={id} id={id} claim={number} isOpen={isOn && id === open.id} />
        ))}
      </span>
      {isOut && <WhyNot sessionId={sessionId} claim={claim} />}
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
      Struck out: {evidenceId} has {shorten(found?.value)} at {failed.pointer}. The check asks that it{' '}
      {operatorWords[failed.operator]} {failed.value === undefined ? '' : shorten(failed.value)}.
    </span>
  )
}
