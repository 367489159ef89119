import { api } from '../../api/api.js'
import { roleNames } from '../../api/roles.js'
import { enterSession, useSession } from '../../api/session.js'
import { singleKeys } from '../../frame/actions/keyboard.js'
import { setTheme, useTheme } from '../../frame/theme.js'
import { Segments } from '../../parts/controls/segments.js'
import { Form } from '../../parts/form/form.js'
import { Check, Field } from '../../parts/form/labelled.js'
import { textOf } from '../../parts/form/read-form.js'
import { Ago } from '../../parts/time/ago.js'
import { useTimes } from '../../parts/time/format-time.js'
import { setTimeZone, useTimeZone } from '../../parts/time/time-zone.js'
import { useStore } from '../../state/store.js'
import { Card, SettingsPage } from './settings-page.js'
import styles from './settings.module.css'

/** Who is signed in, the password, and what this browser remembers. */
export function AccountPage() {
  const { name, email, organizations, expires_at: expiresAt } = useSession()
  return (
    <SettingsPage title="Account">
      <Card title="You">
        <dl className={`${styles['body'] ?? ''} ${styles['facts'] ?? ''}`}>
          <dt>Name</dt>
          <dd>{name === '' ? <span className="t3">none given</span> : name}</dd>
          <dt>E-mail address</dt>
          <dd>{email}</dd>
          <dt>Organizations</dt>
          <dd>{organizations.map((each) => `${each.name} (${roleNames[each.role]})`).join(', ')}</dd>
          <dt>This session ends</dt>
          <dd>
            <Ago at={expiresAt} />
          </dd>
        </dl>
      </Card>
      <PasswordCard />
      <BrowserCard />
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
    <Card title="Password" note="A change ends all your other sessions.">
      <div className={styles['body']}>
        <Form submit={hasPassword ? 'Change the password' : 'Set a password'} save={save} isReset>
          {(faultOf) => (
            <>
              {hasPassword && (
                <Field
                  label="Password now"
                  name="current"
                  type="password"
                  autoComplete="current-password"
                  required
                  fault={faultOf('/current_password')}
                />
              )}
              <Field
                label="New password"
                name="new"
                type="password"
                autoComplete="new-password"
                required
                minLength={12}
                hint="12 characters or more."
                fault={faultOf('/new_password')}
              />
              <input type="email" name="email" autoComplete="username" defaultValue={email} hidden />
            </>
          )}
        </Form>
      </div>
    </Card>
  )
}

function BrowserCard() {
  const theme = useTheme()
  const zone = useTimeZone()
  const hasKeys = useStore(singleKeys)
  return (
    <Card title="This browser" note="Kept here, for you alone.">
      <div className={styles['body']}>
        <div className="field">
          <span className="lab">Theme</span>
          <div>
            <Segments
              label="Theme"
              value={theme}
              onChange={setTheme}
              options={[
                { value: 'light', text: 'Light' },
                { value: 'dark', text: 'Dark' },
              ]}
            />
          </div>
        </div>
        <div className="field">
          <span className="lab">Clock times</span>
          <div>
            <Segments
              label="Clock times"
              value={zone}
              onChange={setTimeZone}
              options={[
                { value: 'utc', text: 'UTC' },
                { value: 'local', text: 'Local time' },
              ]}
            />
          </div>
          <span className="hint">Times are shown in {useTimes().zone()}.</span>
        </div>
        <Check
          label="Single keys do something"
          hint="j, k, e and the others; ? shows them. Turn them off when you dictate."
          checked={hasKeys}
          onChange={(event) => singleKeys.set(event.target.checked)}
        />
      </div>
    </Card>
  )
}
