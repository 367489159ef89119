import type { ProjectSettingsChange, VersionedProjectSettings } from '@signalbox/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { api } from '../../api/api.js'
import { RefusedError } from '../../api/browser-api.js'
import { explainError } from '../../api/explain.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { Button } from '../../parts/controls/button.js'
import { Form } from '../../parts/form/form.js'
import { Note } from '../../parts/states/note.js'
import { describeDifference } from './describe-difference.js'
import { Card } from './settings-page.js'
import styles from './settings.module.css'

/** A form of some settings of a project, made for one version of them. */
export interface SettingsFormProps {
  projectId: string
  settings: VersionedProjectSettings
  /** They are the settings now; what was typed stays. */
  onSaved(settings: VersionedProjectSettings): void
  /** They take the place of what was typed. */
  onTaken(settings: VersionedProjectSettings): void
}

interface Props extends SettingsFormProps {
  title: string
  note?: ReactNode
  /** What was typed, as a change. */
  toChange(form: FormData): ProjectSettingsChange
  children(faultOf: (pointer: string) => string | undefined): ReactNode
}

interface Conflict {
  mine: ProjectSettingsChange
  newest: VersionedProjectSettings
}

/** Saves a group of settings. When somebody else changed them meanwhile, it says what, and lets people choose. */
export function SettingsForm(props: Props) {
  const { projectId, settings, title, note, toChange, children, onSaved, onTaken } = props
  const cache = useQueryClient()
  const permission = usePermission('projects:write')
  const [conflict, setConflict] = useState<Conflict>()
  const params = { project_id: projectId }
  const key = apiQuery('readProjectSettings', { params }).queryKey
  const send = async (mine: ProjectSettingsChange, version: number) => {
    const saved = await api.call('changeProjectSettings', { params, body: { ...mine, expected_version: version } })
    setConflict(undefined)
    cache.setQueryData(key, saved)
    onSaved(saved)
  }
  const save = async (form: FormData) => {
    const mine = toChange(form)
    try {
      await send(mine, settings.version)
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 409) throw error
      setConflict({ mine, newest: await api.call('readProjectSettings', { params }) })
      throw error
    }
  }
  const overwrite = useMutation({ mutationFn: ({ mine, newest }: Conflict) => send(mine, newest.version) })
  return (
    <Card title={title} note={note}>
      <div className={styles['body']}>
        <Form submit="Save" save={save} permission={permission} isMain>
          {children}
        </Form>
        {conflict && (
          <Note tone="warn">
            <b className="strong">Somebody changed this meanwhile:</b>
            <ul className={styles['changes']}>
              {describeDifference(settings, conflict.newest).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <span className="row wrap">
              <Button isSmall disabled={overwrite.isPending} onClick={() => overwrite.mutate(conflict)}>
                Save mine
              </Button>
              <Button isSmall onClick={() => onTaken(conflict.newest)}>
                Take theirs
              </Button>
            </span>
            <span className="c-bad" role="alert">
              {overwrite.error !== null && explainError(overwrite.error).text}
            </span>
          </Note>
        )}
      </div>
    </Card>
  )
}
