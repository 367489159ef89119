import type { SessionDetail } from '@signalbox/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import { explainError } from '../../api/explain.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { refreshQueries } from '../../api/query-client.js'
import { useActions } from '../../frame/actions/actions.js'
import { openAsk } from '../../frame/ask/ask-store.js'
import { showToast } from '../../frame/toasts/toasts.js'
import { Button } from '../../parts/controls/button.js'
import { Menu } from '../../parts/controls/menu.js'
import { countOf, formatCount } from '../../parts/numbers/format-number.js'
import { originWords } from '../../parts/session/origin.js'
import { describeSession } from '../../parts/session/verdict.js'
import { Note } from '../../parts/states/note.js'
import { Status } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { formatDuration } from '../../parts/time/format-time.js'
import { downloadSession, writeReport } from './export-report.js'
import styles from './session.module.css'

/** What came of it, who asked, what it cost, and what can be done with it. */
export function SessionHead({ detail }: { detail: SessionDetail }) {
  const { tone, text } = describeSession(detail)
  const { usage, origin } = detail
  const tokens = usage.input_tokens + usage.output_tokens
  return (
    <div className={styles['head']}>
      <div className="grow row wrap">
        <Status tone={tone} isPill>
          {text}
        </Status>
        <span className="small t3">
          {originWords[origin.kind].asked} <Ago at={detail.created_at} /> · {formatDuration(usage.duration_ms)} ·{' '}
          {countOf(usage.steps, 'step')}, {countOf(usage.queries, 'query', 'queries')} ·{' '}
          {tokens === 0 ? 'no model' : `${formatCount(tokens)} tokens`}
        </span>
      </div>
      <div className={`row wrap ${styles['acts'] ?? ''}`}>
        {detail.status === 'active' ? <StopButton sessionId={detail.session_id} /> : <Ended detail={detail} />}
      </div>
    </div>
  )
}

function StopButton({ sessionId }: { sessionId: string }) {
  const permission = usePermission('sessions:write')
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => api.call('cancelAgentSession', { params: { session_id: sessionId } }),
    onSuccess: (detail) => {
      client.setQueryData(apiQuery('readAgentSession', { params: { session_id: sessionId } }).queryKey, detail)
      void refreshQueries(client, 'listAgentSessions')
      showToast('Stopped the session')
    },
  })
  return (
    <>
      {stop.error !== null && <Note tone="bad">{explainError(stop.error).text}</Note>}
      <Button
        icon="close"
        permission={permission}
        disabled={stop.isPending}
        onClick={() => {
          stop.mutate()
        }}
      >
        Stop
      </Button>
    </>
  )
}

function Ended({ detail }: { detail: SessionDetail }) {
  const copy = async () => {
    await navigator.clipboard.writeText(writeReport(detail))
    showToast('Copied the report')
  }
  const askAgain = () => {
    const chips = Object.entries(detail.context).map(([name, value]) => ({ name, text: textOfValue(value), value }))
    openAsk({ prompt: detail.prompt, chips })
  }
  useActions('Session', [
    { id: 'copy-report', text: 'Copy report', icon: 'copy', run: () => void copy() },
    {
      id: 'export',
      text: 'Export the session as JSON',
      icon: 'download',
      run: downloadSession.bind(undefined, detail),
    },
    { id: 'again', text: 'Ask again', icon: 'ask', run: askAgain },
  ])
  return (
    <>
      <span className="row hide-s">
        <Button icon="copy" onClick={() => void copy()}>
          Copy report
        </Button>
        <Button icon="download" onClick={downloadSession.bind(undefined, detail)}>
          Export
        </Button>
        <Button icon="ask" onClick={askAgain}>
          Ask again
        </Button>
      </span>
      {/* On phones the answer comes before what can be done with it. */}
      <span className="show-s">
        <Menu
          label="Session actions"
          icon="more"
          items={[
            { id: 'copy', text: 'Copy report', icon: 'copy', onSelect: () => void copy() },
            { id: 'export', text: 'Export', icon: 'download', onSelect: downloadSession.bind(undefined, detail) },
            { id: 'again', text: 'Ask again', icon: 'ask', onSelect: askAgain },
          ]}
        />
      </span>
    </>
  )
}

function textOfValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
