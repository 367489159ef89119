import { useSession } from '../../api/session.js'
import { singleKeys } from '../../frame/actions/keyboard.js'
import { setTheme, useTheme } from '../../frame/theme.js'
import { Segments } from '../../parts/controls/segments.js'
import { Check } from '../../parts/form/labelled.js'
import { Ago } from '../../parts/time/ago.js'
import { useTimes } from '../../parts/time/format-time.js'
import { setTimeZone, useTimeZone } from '../../parts/time/time-zone.js'
import { useStore } from '../../state/store.js'
import { Card, SettingsPage } from './settings-page.js'
import styles from './settings.module.css'

/** The current account, and this browser's settings. */
export function AccountPage() {
  const { name, email, organizations, expires_at: expiresAt } = useSession()
  return (
    <SettingsPage title="Account">
      <Card title="You">
        <dl className={`${styles['body'] ?? ''} ${styles['facts'] ?? ''}`}>
          <dt>Name</dt>
          <dd>{name === '' ? <span className="t3">not set</span> : name}</dd>
          <dt>Email address</dt>
          <dd>{email}</dd>
          <dt>Organizations</dt>
          <dd>{organizations.map((each) => `${each.name} (${each.role})`).join(', ')}</dd>
          <dt>Session expires</dt>
          <dd>
            <Ago at={expiresAt} />
          </dd>
        </dl>
      </Card>
      <BrowserCard />
    </SettingsPage>
  )
}

function BrowserCard() {
  const theme = useTheme()
  const zone = useTimeZone()
  const hasKeys = useStore(singleKeys)
  return (
    <Card title="This browser" note="Stored in this browser only.">
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
          label="Enable single-key shortcuts"
          hint="Press ? for the full list. Turn this off if you use speech input."
          checked={hasKeys}
          onChange={(event) => singleKeys.set(event.target.checked)}
        />
      </div>
    </Card>
  )
}
