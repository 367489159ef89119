import { Link, useParams } from '@tanstack/react-router'

interface EvidenceLinkProps {
  id: string
  isOpen: boolean
  /** The claim that it backs, from 1 on: its checks are shown with the evidence. */
  claim?: number
}

/** Opens a piece of evidence beside the page. */
export function EvidenceLink({ id, isOpen, claim }: EvidenceLinkProps) {
  const { session_id: sessionId = '' } = useParams({ strict: false })
  return (
    <Link
      to="/agents/$session_id"
      params={{ session_id: sessionId }}
      search={({ claim: _before, ...before }) => ({
        ...before,
        evidence: id,
        ...(claim !== undefined && { claim: String(claim) }),
      })}
      resetScroll={false}
      className={isOpen ? 'ev on' : 'ev'}
      aria-label={`Evidence ${id}`}
    >
      {id}
    </Link>
  )
}
