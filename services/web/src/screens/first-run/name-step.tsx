import type { TelemetryProject } from '@signalbox/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { useSession } from '../../api/session.js'
import { apiQuery } from '../../api/queries.js'
import { paramOf, useProjects } from '../../frame/project/projects.js'
import { Form } from '../../parts/form/form.js'
import { Field } from '../../parts/form/labelled.js'
import { textOf } from '../../parts/form/read-form.js'
import { Step } from './step.js'
import styles from './first-run.module.css'

/** Selects an existing project or creates one. */
export function NameStep({ project }: { project: TelemetryProject | undefined }) {
  const { organization } = useSession()
  if (!project) {
    return (
      <Step number={1} state="now" title="Name the project">
        <NameForm />
      </Step>
    )
  }
  return (
    <Step number={1} state="done" title="Name the project">
      <div className={styles['named']}>
        <span className="strong">{project.name}</span>
        <span className="t3 hide-s">in {organization.name}</span>
        <Link className="link small" to="/new" search={{ project: undefined }}>
          Change
        </Link>
      </div>
    </Step>
  )
}

function NameForm() {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const permission = usePermission('projects:write')
  const projects = useProjects() ?? []
  const create = async (form: FormData) => {
    const created = await api.call('createTelemetryProject', { body: { name: textOf(form, 'name').trim() } })
    const key = apiQuery('listTelemetryProjects', {}).queryKey
    const all = [...(cache.getQueryData(key)?.projects ?? projects), created]
    cache.setQueryData(key, { projects: all })
    await navigate({ to: '/new', search: { project: paramOf(created, all) } })
  }
  return (
    <>
      <Form submit="Create project" saved="" save={create} permission={permission} isMain>
        {(faultOf) => (
          <Field
            label="Name"
            name="name"
            required
            autoFocus
            placeholder="checkout"
            hint="One project per app or service. Its issues take this name: CHECKOUT-1, CHECKOUT-2, …"
            fault={faultOf('/name')}
          />
        )}
      </Form>
      {projects.length > 0 && (
        <p className={`small ${styles['after'] ?? ''}`}>
          <span className="t3">Or continue with </span>
          {projects.slice(0, 8).map((each, index) => (
            <span key={each.id}>
              {index > 0 && ', '}
              <Link className="link" to="/new" search={{ project: paramOf(each, projects) }}>
                {each.name}
              </Link>
            </span>
          ))}
        </p>
      )}
    </>
  )
}
