import type { CountedIssueDetail } from '@signalbox/contracts'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../api/api.js'
import { explainError } from '../../api/explain.js'
import { Button } from '../../parts/controls/button.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { textOf } from '../../parts/form/read-form.js'
import { Tag } from '../../parts/status/status.js'
import styles from './issue.module.css'

/** Starts a session that looks for the cause of an issue. */
export function AskWhy({ issue, isOpen, onClose }: { issue: CountedIssueDetail; isOpen: boolean; onClose(): void }) {
  const id = useId()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (prompt: string) => api.call('createAgentSession', { body: { prompt, context: contextOf(issue) } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <Dialog title="Ask why" isOpen={isOpen} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          mutate(textOf(new FormData(event.currentTarget), 'prompt'))
        }}
      >
        <div className="field">
          <label htmlFor={id}>What is to be found out</label>
          <textarea
            id={id}
            name="prompt"
            className={styles['prompt']}
            rows={4}
            required
            autoFocus
            defaultValue={`Why does ${issue.short_id} happen? ${issue.title}`}
          />
        </div>
        <div className="row wrap" role="group" aria-label="What is known already">
          {Object.entries(contextOf(issue)).map(([name, value]) => (
            <Tag key={name} tone="accent">
              {name.replaceAll('_', ' ')}: {value}
            </Tag>
          ))}
        </div>
        <p className="c-bad" role="alert">
          {error === null ? '' : explainError(error).text}
        </p>
        <Button type="submit" kind="main" icon="ask" disabled={isPending}>
          Ask
        </Button>
      </form>
    </Dialog>
  )
}

function contextOf(issue: CountedIssueDetail): Record<string, string> {
  return {
    issue: issue.short_id,
    first_seen: issue.first_seen_at,
    ...(issue.first_release !== '' && { first_release: issue.first_release }),
    ...(issue.first_environment !== '' && { environment: issue.first_environment }),
    ...(issue.culprit !== '' && { culprit: issue.culprit }),
  }
}
