import type { ApiScope } from '@signalbox/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { useSession } from '../../api/session.js'
import { Form } from '../../parts/form/form.js'
import { Check, Field, Select } from '../../parts/form/labelled.js'
import { textOf, tickedOf } from '../../parts/form/read-form.js'
import { ShownOnce } from '../../parts/form/shown-once.js'
import { Card } from './settings-page.js'
import styles from './settings.module.css'
import { dayMs } from '../../parts/time/format-time.js'

/** The most common purposes of keys, with their scopes. */
const purposes = [
  { value: 'deployments', text: 'Report deployments and changes', scopes: ['changes:write', 'changes:read'] },
  // Upload tools also create releases, read them and look projects up.
  { value: 'source-maps', text: 'Upload source maps', scopes: ['changes:write', 'changes:read', 'projects:read'] },
  { value: 'telemetry', text: 'Send telemetry', scopes: ['telemetry:write'] },
  { value: 'read', text: 'Read data', scopes: ['telemetry:read', 'issues:read', 'changes:read', 'sessions:read'] },
  { value: 'own', text: 'Custom scopes', scopes: [] },
] as const satisfies readonly { value: string; text: string; scopes: readonly ApiScope[] }[]

const ends = [
  { value: '90', text: 'In 90 days' },
  { value: '365', text: 'In a year' },
  { value: '', text: 'Never' },
]

/** Creates a key and shows it once. */
export function NewKey() {
  const cache = useQueryClient()
  const permission = usePermission('keys:write')
  const { scopes: ownScopes } = useSession()
  const [purpose, setPurpose] = useState<string>(purposes[0].value)
  const [secret, setSecret] = useState<string>()
  const create = async (form: FormData) => {
    const days = textOf(form, 'ends')
    const chosen = purposes.find(({ value }) => value === purpose)
    const scopes = purpose === 'own' ? tickedOf(form, 'scopes', ownScopes) : [...(chosen?.scopes ?? [])]
    const made = await api.call('createApiKey', {
      body: {
        name: textOf(form, 'name').trim(),
        scopes,
        ...(purpose === 'source-maps' && { format: 'sentry' as const }),
        ...(days !== '' && { expires_at: new Date(Date.now() + Number(days) * dayMs).toISOString() }),
      },
    })
    setSecret(made.key)
    await cache.invalidateQueries({ queryKey: ['listApiKeys'] })
  }
  return (
    <Card title="New key">
      <div className={styles['body']}>
        <Form submit="Create key" saved="Key created." save={create} permission={permission} isMain>
          {(faultOf) => (
            <>
              <Field label="Name" name="name" required placeholder="CI" fault={faultOf('/name')} />
              <div className={styles['pair']}>
                <Select
                  label="Purpose"
                  name="purpose"
                  options={purposes}
                  value={purpose}
                  onChange={({ target }) => setPurpose(target.value)}
                  {...(purpose === 'source-maps' && {
                    hint: 'Creates a sntrys_… token that includes this server and organization.',
                  })}
                />
                <Select label="Expires" name="ends" options={ends} fault={faultOf('/expires_at')} />
              </div>
              {purpose === 'own' && (
                <fieldset className={styles['boxes-group']}>
                  <legend>Scopes</legend>
                  <div className={styles['boxes']}>
                    {ownScopes.map((scope) => (
                      <Check key={scope} label={scope} name="scopes" value={scope} />
                    ))}
                  </div>
                  <p className="small c-bad">{faultOf('/scopes')}</p>
                </fieldset>
              )}
            </>
          )}
        </Form>
        {secret !== undefined && (
          <ShownOnce text={secret} label="API key">
            Copy this key now. It won’t be shown again.
          </ShownOnce>
        )}
      </div>
    </Card>
  )
}
