import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, loadSession } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { Form } from '../../parts/form/form.js'
import { Field } from '../../parts/form/labelled.js'
import { textOf } from '../../parts/form/read-form.js'
import { Answered } from '../../parts/states/answered.js'
import { DayTime } from '../../parts/time/ago.js'
import { Card, SettingsPage } from './settings-page.js'
import styles from './settings.module.css'

/** The organization's name. */
export function OrganizationPage() {
  const query = useQuery(apiQuery('readOrganization', {}))
  const cache = useQueryClient()
  const permission = usePermission('organization:write')
  const save = async (form: FormData) => {
    const renamed = await api.call('renameOrganization', { body: { name: textOf(form, 'name').trim() } })
    cache.setQueryData(apiQuery('readOrganization', {}).queryKey, renamed)
    // The frame shows the name as well.
    await loadSession()
  }
  return (
    <SettingsPage title="Organization">
      <Card title="Organization">
        <div className={styles['body']}>
          <Answered query={query}>
            {({ id, name, created_at: at }) => (
              <>
                <Form submit="Rename" save={save} permission={permission}>
                  {(faultOf) => (
                    <Field label="Name" name="name" required defaultValue={name} fault={faultOf('/name')} />
                  )}
                </Form>
                <p className="small t3">
                  ID <code>{id}</code>, created <DayTime at={at} />
                </p>
              </>
            )}
          </Answered>
        </div>
      </Card>
    </SettingsPage>
  )
}
