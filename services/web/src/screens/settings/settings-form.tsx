import type { ProjectSettingsChange, VersionedProjectSettings } from '@signalbox/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { api } from '../../api/api.js'
import { RefusedError } from '../../api/browser-api.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { Button } from '../../parts/controls/button.js'
import { Form } from '../../parts/form/form.js'
import { numberOf } from '../../parts/form/read-form.js'
import { Note } from '../../parts/states/note.js'
import { describeDifference } from './describe-difference.js'
import { Card } from './settings-page.js'
import styles from './settings.module.css'

/** A form for some of a project's settings, based on one version of them. */
export interface SettingsFormProps {
  projectId: string
  settings: VersionedProjectSettings
  /** Called with the saved settings; the form data stays. */
  onSaved(settings: VersionedProjectSettings): void
  /** Called with settings that replace the form data. */
  onTaken(settings: VersionedProjectSettings): void
}

interface Props extends SettingsFormProps {
  title: string
  note?: ReactNode
  /** The form data as a change. */
  toChange(form: FormData): ProjectSettingsChange
  children(faultOf: (pointer: string) => string | undefined): ReactNode
}

/** Sent by the button that overwrites a version the person has just seen. */
const overVersion = 'over_version'

/**
 * Saves a group of settings. If someone else changed them in the meantime, shows the difference and lets the person
 * choose.
 */
export function SettingsForm(props: Props) {
  const { projectId, settings, title, note, toChange, children, onSaved, onTaken } = props
  const cache = useQueryClient()
  const permission = usePermission('projects:write')
  /** Settings that someone else saved in the meantime. */
  const [newest, setNewest] = useState<VersionedProjectSettings>()
  const params = { project_id: projectId }
  const formId = useId()
  const save = async (form: FormData) => {
    const version = numberOf(form, overVersion) ?? settings.version
    const body = { ...toChange(form), expected_version: version }
    try {
      const saved = await api.call('changeProjectSettings', { params, body })
      setNewest(undefined)
      cache.setQueryData(apiQuery('readProjectSettings', { params }).queryKey, saved)
      onSaved(saved)
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 409) throw error
      setNewest(await api.call('readProjectSettings', { params }))
      throw error
    }
  }
  return (
    <Card title={title} note={note}>
      <div className={styles['body']}>
        <Form id={formId} submit="Save" save={save} permission={permission} isMain>
          {children}
        </Form>
        {newest && (
          <Note tone="warn">
            <b className="strong">Someone else changed this while you were editing:</b>
            <ul className={styles['changes']}>
              {describeDifference(settings, newest).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <span className="row wrap">
              <Button isSmall type="submit" form={formId} name={overVersion} value={newest.version}>
                Save mine anyway
              </Button>
              <Button isSmall onClick={() => onTaken(newest)}>
                Use theirs
              </Button>
            </span>
          </Note>
        )}
      </div>
    </Card>
  )
}
