import type { DsnKey } from '@signalbox/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/api.js'
import { explainError } from '../../api/explain.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { Button } from '../../parts/controls/button.js'
import { Code } from '../../parts/controls/code.js'
import { Form } from '../../parts/form/form.js'
import { Field } from '../../parts/form/labelled.js'
import { numberOf } from '../../parts/form/read-form.js'
import { Answered } from '../../parts/states/answered.js'
import { Status } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { Card } from './settings-page.js'
import styles from './settings.module.css'

/** A project's DSNs: value, on or off, and quota of each. */
export function DsnKeys({ projectId }: { projectId: string }) {
  const params = { project_id: projectId }
  const query = useQuery(apiQuery('listDsnKeys', { params }))
  const cache = useQueryClient()
  const permission = usePermission('projects:write')
  const create = useMutation({
    mutationFn: () => api.call('createDsnKey', { params }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['listDsnKeys'] }),
  })
  return (
    <Answered query={query} what="such project">
      {({ keys }) => (
        <>
          {keys.map((key, index) => (
            <KeyCard key={key.id} number={index + 1} dsnKey={key} projectId={projectId} />
          ))}
          <div className="row wrap">
            <Button icon="plus" permission={permission} disabled={create.isPending} onClick={() => create.mutate()}>
              Add key
            </Button>
            <Link className="link" to="/new" search={{ project: projectId }}>
              SDK setup
            </Link>
          </div>
          <p className="c-bad" role="alert">
            {create.error !== null && explainError(create.error).text}
          </p>
        </>
      )}
    </Answered>
  )
}

function KeyCard({ number, dsnKey, projectId }: { number: number; dsnKey: DsnKey; projectId: string }) {
  const { id, dsn, is_active: isActive, ingest_limit_per_minute: limit, created_at: at } = dsnKey
  const cache = useQueryClient()
  const permission = usePermission('projects:write')
  const change = async (body: { is_active?: boolean; ingest_limit_per_minute?: number | null }) => {
    await api.call('changeDsnKey', { params: { project_id: projectId, key_id: id }, body })
    await cache.invalidateQueries({ queryKey: ['listDsnKeys'] })
  }
  const turn = useMutation({ mutationFn: () => change({ is_active: !isActive }) })
  return (
    <Card
      title={`Key ${number}`}
      note={
        <>
          <Status tone={isActive ? 'ok' : 'idle'}>{isActive ? 'On' : 'Off'}</Status> · created <Ago at={at} />
        </>
      }
    >
      <div className={styles['body']}>
        <Code label={`DSN of key ${number}`} text={dsn} />
        <Form
          submit="Save limit"
          permission={permission}
          save={(form) => change({ ingest_limit_per_minute: numberOf(form, 'limit') })}
        >
          {(faultOf) => (
            <Field
              label="Requests per minute"
              name="limit"
              type="number"
              min={1}
              defaultValue={limit ?? ''}
              placeholder="server default"
              fault={faultOf('/ingest_limit_per_minute')}
            />
          )}
        </Form>
        <div className="row wrap">
          <Button permission={permission} disabled={turn.isPending} onClick={() => turn.mutate()}>
            {isActive ? 'Turn off' : 'Turn on'}
          </Button>
          <span className="hint">Requests with a disabled key are rejected.</span>
        </div>
        <p className={`c-bad ${styles['said'] ?? ''}`} role="alert">
          {turn.error !== null && explainError(turn.error).text}
        </p>
      </div>
    </Card>
  )
}
