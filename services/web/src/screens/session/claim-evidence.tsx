import { EvidenceLink } from './evidence-link.js'
import type { NumberedClaim } from './read-claims.js'
import type { OpenEvidence } from './use-open-evidence.js'

interface ClaimEvidenceProps {
  claim: NumberedClaim
  open: OpenEvidence | undefined
}

/** Links to the evidence of a claim. */
export function ClaimEvidence({ claim: { claim, number }, open }: ClaimEvidenceProps) {
  const isOn = isClaimOpen({ claim, number }, open)
  return claim.evidence_ids.map((id) => (
    <EvidenceLink key={id} id={id} claim={number} isOpen={isOn && id === open?.id} />
  ))
}

/** Returns whether the open evidence belongs to a claim: to the one it was opened from, or to each that rests on it. */
export function isClaimOpen({ claim, number }: NumberedClaim, open: OpenEvidence | undefined): boolean {
  if (open === undefined) return false
  return open.claim === undefined ? claim.evidence_ids.includes(open.id) : open.claim === number
}
