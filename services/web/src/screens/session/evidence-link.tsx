import { Link, useParams } from '@tanstack/react-router'

/** Opens a piece of evidence beside the page. */
export function EvidenceLink({ id, isOpen }: { id: string; isOpen: boolean }) {
  const { session_id: sessionId = '' } = useParams({ strict: false })
  return (
    <Link
      to="/agents/$session_id"
      params={{ session_id: sessionId }}
      search={(before) => ({ ...before, evidence: id })}
      resetScroll={false}
      className={isOpen ? 'ev on' : 'ev'}
      aria-label={`Evidence ${id}`}
    >
      {id}
    </Link>
  )
}
