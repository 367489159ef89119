import type { Evidence, SessionDetail } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { apiQuery } from '../../api/queries.js'
import { useActions } from '../../frame/actions/actions.js'
import { IconButton } from '../../parts/controls/button.js'
import { formatExactly } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { DayTime } from '../../parts/time/ago.js'
import { CheckList } from './check-list.js'
import { EvidenceResult } from './evidence-result.js'
import styles from './session.module.css'

/** One piece of evidence beside the claim: what is checked, the result, the question as it was asked. */
export function EvidencePanel({ detail, evidenceId }: { detail: SessionDetail; evidenceId: string }) {
  const { session_id: sessionId } = detail
  const panel = useRef<HTMLElement>(null)
  const query = useQuery({
    ...apiQuery('readSessionEvidence', { params: { session_id: sessionId, evidence_id: evidenceId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const ids = detail.steps.flatMap(({ evidence }) => evidence.map(({ evidence_id: id }) => id))
  const open = useOpenEvidence(sessionId)
  const checks = (detail.report?.claims ?? [])
    .flatMap(({ assertion }) => assertion)
    .filter(({ evidence_id: id }) => id === evidenceId)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={`card ${styles['panel'] ?? ''}`}
      aria-label={`Evidence ${evidenceId}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') open(undefined)
      }}
    >
      <PanelHead evidenceId={evidenceId} ids={ids} open={open} />
      <div className={`pad stack ${styles['evidence'] ?? ''}`}>
        <Answered query={query} what={`evidence ${evidenceId}`}>
          {({ evidence, result, step_number: step }) => (
            <>
              <h2>{evidence.summary}</h2>
              <CheckList checks={checks} result={result} />
              <EvidenceResult result={result} />
              <Question evidence={evidence} />
              <Facts evidence={evidence} step={step} />
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
    { id: 'before', text: 'Evidence before', keys: '[', isKeyOnly: true, run: before },
    { id: 'after', text: 'Evidence after', keys: ']', isKeyOnly: true, run: after },
  ])
  return (
    <header>
      <span className="ev on">{evidenceId}</span>
      <span className="small t3">
        {at + 1} of {ids.length}
      </span>
      <span className="right">
        <IconButton icon="left" label="Evidence before" {...look} disabled={at <= 0} onClick={before} />
        <IconButton icon="right" label="Evidence after" {...look} disabled={at >= ids.length - 1} onClick={after} />
        <IconButton icon="close" label="Close" {...look} onClick={open.bind(undefined, undefined)} />
      </span>
    </header>
  )
}

function useOpenEvidence(sessionId: string): (id: string | undefined) => void {
  const navigate = useNavigate()
  return (id) => {
    void navigate({
      to: '/agents/$session_id',
      params: { session_id: sessionId },
      search: ({ evidence: _gone, ...before }) => (id === undefined ? before : { ...before, evidence: id }),
      resetScroll: false,
    })
  }
}

function Question({ evidence: { query, derived_from: sources } }: { evidence: Evidence }) {
  if (query === null) return <p className="small t3">Computed from {sources.join(', ')}.</p>
  return (
    <div>
      <h3>The question, as it was asked</h3>
      <pre className="code" tabIndex={0} role="group" aria-label="The question">
        {query.operation}
        {'\n'}
        {Object.entries(query.parameters)
          .map(([name, value]) => `  ${name}  ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join('\n')}
      </pre>
    </div>
  )
}

function Facts({ evidence, step }: { evidence: Evidence; step: number }) {
  const { window, row_count: rows, result_sha256: sha, cut } = evidence
  return (
    <dl className="kv">
      {window !== null && (
        <>
          <dt>window</dt>
          <dd>
            <DayTime at={window.start} /> to <DayTime at={window.end} />
          </dd>
        </>
      )}
      <dt>rows</dt>
      <dd>
        {formatExactly(rows)}, {cut === true ? 'the last ones were too many to keep' : 'all kept'}
      </dd>
      <dt>asked in</dt>
      <dd>step {step}</dd>
      <dt>sha-256</dt>
      <dd className="mono t2">{sha}</dd>
    </dl>
  )
}
