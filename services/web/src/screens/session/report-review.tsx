import type { SessionDetail, SessionReview } from '@signalbox/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { Button } from '../../parts/controls/button.js'
import { Form } from '../../parts/form/form.js'
import { Area, Field } from '../../parts/form/labelled.js'
import { textOf } from '../../parts/form/read-form.js'
import { Status } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import styles from './session.module.css'

type OpenForm = 'confirm' | 'correct' | undefined

/** Whether people found the report right, and the way to say so. */
export function ReportReview({ detail }: { detail: SessionDetail }) {
  const [asked, setAsked] = useState<OpenForm>()
  const permission = usePermission('sessions:write')
  const cache = useQueryClient()
  const keep = (reviewed: SessionDetail) => {
    const { queryKey } = apiQuery('readAgentSession', { params: { session_id: detail.session_id } })
    cache.setQueryData(queryKey, reviewed)
    setAsked(undefined)
  }
  return (
    <section className="card" aria-label="Review">
      <header>
        <h2>Was this right?</h2>
        <span className="small t3 hide-s">Your feedback becomes a test case for later versions.</span>
      </header>
      <div className={`pad ${styles['review'] ?? ''}`}>
        {detail.review && <SavedReview review={detail.review} />}
        {asked === undefined ? (
          <div className="row wrap">
            <Button icon="check" permission={permission} onClick={() => setAsked('confirm')}>
              Confirm
            </Button>
            <Button permission={permission} onClick={() => setAsked('correct')}>
              Correct
            </Button>
          </div>
        ) : (
          <ReviewForm
            key={asked}
            sessionId={detail.session_id}
            asked={asked}
            keep={keep}
            onCancel={() => setAsked(undefined)}
          />
        )}
      </div>
    </section>
  )
}

function SavedReview({ review }: { review: SessionReview }) {
  const { outcome, culprit, first_failing_service: service, note, reviewed_by: by, reviewed_at: at } = review
  return (
    <div>
      <p className="row wrap">
        <Status tone={outcome === 'confirmed' ? 'ok' : 'warn'}>
          {outcome === 'confirmed' ? 'Confirmed' : 'Corrected'}
        </Status>
        <span className="small t3">
          by {by}, <Ago at={at} />
        </span>
      </p>
      {outcome === 'corrected' && (
        <p className="t2">
          {culprit === null ? 'No change was at fault' : <code>{culprit}</code>}
          {service !== null && `; ${service} failed first`}.
        </p>
      )}
      {note !== '' && <p className={`t2 ${styles['note'] ?? ''}`}>{note}</p>}
    </div>
  )
}

interface ReviewFormProps {
  sessionId: string
  asked: 'confirm' | 'correct'
  keep(reviewed: SessionDetail): void
  onCancel(): void
}

function ReviewForm({ sessionId, asked, keep, onCancel }: ReviewFormProps) {
  const params = { session_id: sessionId }
  const save = async (form: FormData) => {
    const said = (name: string) => textOf(form, name).trim()
    const note = said('note') === '' ? {} : { note: said('note') }
    if (asked === 'confirm') {
      keep(await api.call('confirmReport', { params, body: note }))
      return
    }
    const service = said('service') === '' ? {} : { first_failing_service: said('service') }
    const culprit = said('culprit') === '' ? null : said('culprit')
    keep(await api.call('correctReport', { params, body: { culprit, ...service, ...note } }))
  }
  return (
    <Form
      submit={asked === 'confirm' ? 'Confirm' : 'Save correction'}
      saved="Saved."
      save={save}
      onCancel={onCancel}
      isMain
    >
      {(faultOf) => (
        <>
          {asked === 'correct' && (
            <>
              <Field
                label="Actual cause"
                name="culprit"
                autoFocus
                hint="Commit SHA or change ID. Leave empty if no change was at fault."
                fault={faultOf('/culprit')}
              />
              <Field
                label="First failing service"
                name="service"
                hint="Optional. Use the name from its telemetry."
                fault={faultOf('/first_failing_service')}
              />
            </>
          )}
          <Area label="Notes" name="note" rows={2} fault={faultOf('/note')} />
        </>
      )}
    </Form>
  )
}
