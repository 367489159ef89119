import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type SubmitEvent } from 'react'
import { api } from '../../api/api.js'
import { explainError } from '../../api/explain.js'
import { refreshQueries } from '../../api/query-client.js'
import { usePermission } from '../../api/permission.js'
import { Button } from '../../parts/controls/button.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { textOf } from '../../parts/form/read-form.js'
import { Note } from '../../parts/states/note.js'
import { Prose } from '../../parts/text/prose.js'
import { useStore } from '../../state/store.js'
import { useActions } from '../actions/actions.js'
import { askStore, openAsk, type AskDraft, type ContextChip } from './ask-store.js'
import styles from './ask-dialog.module.css'
import { useViewChips } from './use-chips.js'

const close = () => {
  askStore.set(undefined)
}

/** Starts an agent session from any screen. */
export function AskDialog() {
  const draft = useStore(askStore)
  useActions('Sessions', [
    { id: 'ask', text: 'Ask a question', keys: 'n', icon: 'ask', run: openAsk.bind(undefined, {}) },
  ])
  return (
    <Dialog title="Ask a question" isOpen={draft !== undefined} onClose={close}>
      {draft && <AskForm draft={draft} />}
    </Dialog>
  )
}

function AskForm({ draft }: { draft: AskDraft }) {
  const viewChips = useViewChips()
  const [chips, setChips] = useState(draft.chips ?? viewChips)
  const promptId = useId()
  const permission = usePermission('sessions:write')
  const start = useStart()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const prompt = textOf(new FormData(event.currentTarget), 'prompt').trim()
    if (prompt === '' || !permission.isAllowed || start.isPending) return
    const context = Object.fromEntries(chips.map(({ name, value }) => [name, value]))
    start.mutate({ prompt, context })
  }
  return (
    <form onSubmit={submit} className={styles['form']}>
      <div className="field">
        <label htmlFor={promptId}>What do you want to know?</label>
        <textarea
          id={promptId}
          name="prompt"
          className={styles['prompt']}
          defaultValue={draft.prompt}
          placeholder="Why have checkouts been failing since 02:43?"
          required
          ref={focusFirst}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
      </div>
      <Chips
        chips={chips}
        onRemove={(gone) => {
          setChips(chips.filter((chip) => chip !== gone))
        }}
      />
      {start.error !== null && <Note tone="bad">{explainError(start.error).text}</Note>}
      <div className={styles['foot']}>
        <span className="small t3">Read-only. Every claim is checked against stored evidence.</span>
        <Button type="submit" kind="main" icon="ask" permission={permission} disabled={start.isPending}>
          Ask
        </Button>
      </div>
    </form>
  )
}

/** An open dialog focuses the element with this attribute, which React's `autoFocus` does not set. */
function focusFirst(field: HTMLTextAreaElement | null): void {
  field?.setAttribute('autofocus', '')
}

function useStart() {
  const navigate = useNavigate()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { prompt: string; context: Record<string, unknown> }) =>
      api.call('createAgentSession', { body }),
    onSuccess: async ({ session_id: sessionId }) => {
      close()
      await navigate({ to: '/agents/$session_id', params: { session_id: sessionId } })
      // The list may have been the previous screen: it has only now been unmounted.
      await refreshQueries(cache, 'listAgentSessions')
    },
  })
}

function Chips({ chips, onRemove }: { chips: readonly ContextChip[]; onRemove(chip: ContextChip): void }) {
  if (chips.length === 0) return <p className="small t3">No context attached.</p>
  return (
    <ul className="row wrap" aria-label="Attached context">
      {chips.map((chip) => (
        <li key={chip.name} className={styles['chip']}>
          <span className="t3">{chip.name.replaceAll('_', ' ')}</span>
          <span>
            <Prose text={chip.text} />
          </span>
          <button
            type="button"
            aria-label={`Remove ${chip.name} ${chip.text}`}
            onClick={() => {
              onRemove(chip)
            }}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}
