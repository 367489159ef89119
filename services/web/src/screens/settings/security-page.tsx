import { api } from '../../api/api.js'
import { enterSession, useSession } from '../../api/session.js'
import { Form } from '../../parts/form/form.js'
import { Field } from '../../parts/form/labelled.js'
import { NewPassword } from '../../parts/form/new-password.js'
import { textOf } from '../../parts/form/read-form.js'
import { Authenticator } from './authenticator.js'
import { OwnSessions } from './own-sessions.js'
import { Passkeys } from './passkeys.js'
import { Card, SettingsPage } from './settings-page.js'
import styles from './settings.module.css'

/** Sign-in methods and sessions. */
export function SecurityPage() {
  return (
    <SettingsPage title="Security">
      <PasswordCard />
      <Authenticator />
      <Passkeys />
      <OwnSessions />
    </SettingsPage>
  )
}

function PasswordCard() {
  const { has_password: hasPassword, email } = useSession()
  const save = async (form: FormData) => {
    const current = textOf(form, 'current')
    const body = { new_password: textOf(form, 'new'), ...(current !== '' && { current_password: current }) }
    enterSession(await api.call('changePassword', { body }))
  }
  return (
    <Card title="Password" note="Changing it signs you out everywhere else.">
      <div className={styles['body']}>
        <Form submit={hasPassword ? 'Change password' : 'Set password'} save={save} isReset>
          {(faultOf) => (
            <>
              {hasPassword && (
                <Field
                  label="Current password"
                  name="current"
                  type="password"
                  autoComplete="current-password"
                  required
                  fault={faultOf('/current_password')}
                />
              )}
              <NewPassword label="New password" name="new" fault={faultOf('/new_password')} />
              <input type="email" name="email" autoComplete="username" defaultValue={email} hidden />
            </>
          )}
        </Form>
      </div>
    </Card>
  )
}
