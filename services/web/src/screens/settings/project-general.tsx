import type { TelemetryProject } from '@signalbox/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/api.js'
import { explainError } from '../../api/explain.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { refreshQueries } from '../../api/query-client.js'
import { Button } from '../../parts/controls/button.js'
import { ConfirmButton } from '../../parts/form/confirm-button.js'
import { Form } from '../../parts/form/form.js'
import { Field } from '../../parts/form/labelled.js'
import { textOf } from '../../parts/form/read-form.js'
import { Answered } from '../../parts/states/answered.js'
import { Status } from '../../parts/status/status.js'
import { DayTime } from '../../parts/time/ago.js'
import { Card } from './settings-page.js'
import styles from './settings.module.css'

/** A project's name, whether it accepts data, and deletion. */
export function ProjectGeneral({ projectId }: { projectId: string }) {
  const query = useQuery(apiQuery('readTelemetryProject', { params: { project_id: projectId } }))
  return (
    <Answered query={query} what="such project">
      {(project) => (
        <>
          <NameCard project={project} />
          <StateCard project={project} />
        </>
      )}
    </Answered>
  )
}

function useRefresh() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      ['readTelemetryProject', 'listTelemetryProjects'].map((name) => cache.invalidateQueries({ queryKey: [name] })),
    )
}

function NameCard({ project: { id, number, name, created_at: at } }: { project: TelemetryProject }) {
  const permission = usePermission('projects:write')
  const refresh = useRefresh()
  const save = async (form: FormData) => {
    const body = { name: textOf(form, 'name').trim() }
    await api.call('changeTelemetryProject', { params: { project_id: id }, body })
    await refresh()
  }
  return (
    <Card title="Name">
      <div className={styles['body']}>
        <Form submit="Rename" save={save} permission={permission} isMain>
          {(faultOf) => (
            <Field
              label="Name"
              name="name"
              required
              defaultValue={name}
              hint="Issue IDs use this name."
              fault={faultOf('/name')}
            />
          )}
        </Form>
        <p className="small t3">
          Project {number}, created <DayTime at={at} />
        </p>
      </div>
    </Card>
  )
}

function StateCard({ project: { id, name, is_active: isActive } }: { project: TelemetryProject }) {
  const permission = usePermission('projects:write')
  const refresh = useRefresh()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const params = { project_id: id }
  const turn = useMutation({
    mutationFn: () => api.call('changeTelemetryProject', { params, body: { is_active: !isActive } }),
    onSettled: refresh,
  })
  const remove = async () => {
    await api.call('deleteTelemetryProject', { params })
    // The list opened next must not show it while it is being refetched.
    const { queryKey } = apiQuery('listTelemetryProjects', {})
    await cache.cancelQueries({ queryKey })
    cache.setQueryData(
      queryKey,
      (list) => list && { ...list, projects: list.projects.filter((project) => project.id !== id) },
    )
    await navigate({ to: '/settings/projects' })
    await Promise.all([refresh(), refreshQueries(cache, 'listIssues', 'listDeployments', 'queryServices')])
  }
  return (
    <Card title="Status" note={<Status tone={isActive ? 'ok' : 'idle'}>{isActive ? 'Active' : 'Disabled'}</Status>}>
      <div className={styles['body']}>
        <p className="t2">A disabled project rejects and counts new telemetry. Stored data is kept.</p>
        <div className="row wrap">
          <Button permission={permission} disabled={turn.isPending} onClick={() => turn.mutate()}>
            {isActive ? 'Disable' : 'Enable'}
          </Button>
          <ConfirmButton text="Delete" what={`Delete the project “${name}”`} permission={permission} run={remove}>
            Its keys stop working immediately. Its telemetry, issues, channels and source maps are deleted. This can’t
            be undone.
          </ConfirmButton>
        </div>
        <p className={`c-bad ${styles['said'] ?? ''}`} role="alert">
          {turn.error !== null && explainError(turn.error).text}
        </p>
      </div>
    </Card>
  )
}
