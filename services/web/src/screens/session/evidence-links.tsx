import type { Evidence } from '@signalbox/contracts'
import { urlOfRoute } from '../../api/route-url.js'
import { CopyButton } from '../../parts/controls/copy-button.js'
import { Icon } from '../../parts/icon/icon.js'

/** Links to the complete stored result and to the same query's result now, and the query as a command. */
export function EvidenceLinks({ sessionId, evidence }: { sessionId: string; evidence: Evidence }) {
  const { evidence_id: evidenceId, query } = evidence
  const stored = urlOfRoute(
    __ROUTES__,
    'readSessionEvidence',
    { session_id: sessionId, evidence_id: evidenceId },
    location.origin,
  )
  const again = query === null ? undefined : urlOfRoute(__ROUTES__, query.operation, query.parameters, location.origin)
  return (
    <p className="row wrap small">
      {again !== undefined && <NewTab href={again} text="Run again now" />}
      {stored !== undefined && <NewTab href={stored} text="Complete result" />}
      {again !== undefined && (
        <CopyButton
          label="Copy as curl"
          word="Copy as curl"
          text={`curl -H "Authorization: Bearer $SIGNALBOX_API_KEY" '${again}'`}
        />
      )}
    </p>
  )
}

function NewTab({ href, text }: { href: string; text: string }) {
  return (
    <a className="link small row" href={href} target="_blank" rel="noreferrer">
      {text}
      <Icon name="open" isSmall />
      <span className="vh">(opens in a new tab)</span>
    </a>
  )
}
