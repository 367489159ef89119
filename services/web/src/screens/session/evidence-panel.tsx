import type { Evidence, SessionDetail } from '@signalbox/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useEffect, useRef } from 'react'
import { apiQuery } from '../../api/queries.js'
import { useActions } from '../../frame/actions/actions.js'
import { IconButton } from '../../parts/controls/button.js'
import { formatExactly } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Prose } from '../../parts/text/prose.js'
import { DayTime } from '../../parts/time/ago.js'
import { CheckList } from './check-list.js'
import { EvidenceLinks } from './evidence-links.js'
import { EvidenceResult } from './evidence-result.js'
import { nameField } from './name-field.js'
import styles from './session.module.css'
import { StoredValue } from './stored-value.js'
import type { OpenEvidence } from './use-open-evidence.js'

interface EvidencePanelProps {
  detail: SessionDetail
  open: OpenEvidence
}

/** One piece of evidence beside the claim: what is checked, the result, the query. */
export function EvidencePanel({ detail, open: { id, claim, isAsked } }: EvidencePanelProps) {
  const { session_id: sessionId } = detail
  const panel = useRef<HTMLElement>(null)
  const query = useQuery({
    ...apiQuery('readSessionEvidence', { params: { session_id: sessionId, evidence_id: id } }),
    staleTime: Number.POSITIVE_INFINITY,
    // A panel that follows a session keeps the last evidence until the next is loaded.
    ...(!isAsked && { placeholderData: keepPreviousData }),
  })
  const evidenceId = query.data?.evidence.evidence_id ?? id
  const ids = detail.steps.flatMap(({ evidence }) => evidence.map((each) => each.evidence_id))
  const open = useGoToEvidence(sessionId)
  const claims = detail.report?.claims ?? []
  const checks = (claim === undefined ? claims : claims.slice(claim - 1, claim))
    .flatMap(({ assertion }) => assertion)
    .filter(({ evidence_id: checked }) => checked === evidenceId)
  useEffect(() => {
    if (isAsked) panel.current?.focus({ preventScroll: true })
  }, [isAsked])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={`card ${styles['panel'] ?? ''}`}
      aria-label={`Evidence ${evidenceId}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        open(undefined)
      }}
    >
      <PanelHead evidenceId={evidenceId} ids={ids} open={open} />
      <div className={`pad stack ${styles['evidence'] ?? ''}`}>
        <Answered query={query} what={`evidence ${evidenceId}`}>
          {({ evidence, result, step_number: step }) => (
            <>
              <h2>
                <Prose text={evidence.summary} />
              </h2>
              <CheckList checks={checks} result={result} />
              <EvidenceResult result={result} checks={checks} />
              <Question evidence={evidence} />
              <Facts evidence={evidence} step={step} />
              <EvidenceLinks sessionId={sessionId} evidence={evidence} />
            </>
          )}
        </Answered>
      </div>
    </aside>
  )
}

interface PanelHeadProps {
  evidenceId: string
  ids: readonly string[]
  open(id: string | undefined): void
}

/** Which evidence it is, and the way to the ones before and after. */
function PanelHead({ evidenceId, ids, open }: PanelHeadProps) {
  const at = ids.indexOf(evidenceId)
  const goTo = (index: number) => {
    const id = ids[index]
    if (id !== undefined) open(id)
  }
  const [before, after] = [goTo.bind(undefined, at - 1), goTo.bind(undefined, at + 1)]
  const look = { kind: 'quiet', isSmall: true } as const
  useActions('Evidence', [
    { id: 'close', text: 'Close evidence', keys: 'Escape', isKeyOnly: true, run: open.bind(undefined, undefined) },
    { id: 'before', text: 'Previous evidence', keys: '[', isKeyOnly: true, run: before },
    { id: 'after', text: 'Next evidence', keys: ']', isKeyOnly: true, run: after },
  ])
  return (
    <header>
      <span className="ev on">{evidenceId}</span>
      <span className="small t3">
        {at + 1} of {ids.length}
      </span>
      <span className="right">
        <IconButton icon="left" label="Previous evidence" {...look} disabled={at <= 0} onClick={before} />
        <IconButton icon="right" label="Next evidence" {...look} disabled={at >= ids.length - 1} onClick={after} />
        <IconButton icon="close" label="Close" {...look} onClick={open.bind(undefined, undefined)} />
      </span>
    </header>
  )
}

function useGoToEvidence(sessionId: string): (id: string | undefined) => void {
  const navigate = useNavigate()
  return (id) => {
    void navigate({
      to: '/agents/$session_id',
      params: { session_id: sessionId },
      search: ({ claim: _gone, ...before }) => ({ ...before, evidence: id ?? 'none' }),
      resetScroll: false,
    })
  }
}

function Question({ evidence: { query, derived_from: sources } }: { evidence: Evidence }) {
  if (query === null) return <p className="small t3">Computed from {sources.join(', ')}.</p>
  return (
    <div>
      <h3>Query</h3>
      <dl className="kv">
        <dt>operation</dt>
        <dd>
          <code>{query.operation}</code>
        </dd>
        {Object.entries(query.parameters).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{nameField(name)}</dt>
            <dd>
              <StoredValue name={name} value={value} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

function Facts({ evidence, step }: { evidence: Evidence; step: number }) {
  const { query, window, row_count: rows, result_sha256: sha, cut } = evidence
  const { start, end } = query?.parameters ?? {}
  return (
    <dl className="kv">
      {window !== null && (start !== window.start || end !== window.end) && (
        <>
          <dt>window</dt>
          <dd>
            <DayTime at={window.start} /> to <DayTime at={window.end} />
          </dd>
        </>
      )}
      <dt>rows</dt>
      <dd>
        {formatExactly(rows)}, {cut === true ? 'truncated' : 'all stored'}
      </dd>
      <dt>from</dt>
      <dd>step {step}</dd>
      <dt>sha-256</dt>
      <dd className="mono t2">{sha}</dd>
    </dl>
  )
}
