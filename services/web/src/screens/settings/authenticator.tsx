import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, loadSession } from '../../api/api.js'
import type { RouteAnswer } from '../../api/contract-types.js'
import { explainError } from '../../api/explain.js'
import { apiQuery } from '../../api/queries.js'
import { CodeField } from '../../frame/session/code-field.js'
import { Button } from '../../parts/controls/button.js'
import { Code } from '../../parts/controls/code.js'
import { ConfirmButton } from '../../parts/form/confirm-button.js'
import { Form } from '../../parts/form/form.js'
import { textOf } from '../../parts/form/read-form.js'
import { ShownOnce } from '../../parts/form/shown-once.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Status } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { QrCode } from './qr-code.js'
import { Card } from './settings-page.js'
import styles from './settings.module.css'

type Factors = RouteAnswer<'readSignInFactors'>

/** The second factor: setting up an authenticator app, its recovery codes, and taking it away. */
export function Authenticator() {
  const query = useQuery(apiQuery('readSignInFactors', {}))
  const cache = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>([])
  const refresh = async () => {
    await Promise.all([cache.invalidateQueries({ queryKey: ['readSignInFactors'] }), loadSession()])
  }
  const show = async ({ recovery_codes: made }: { recovery_codes: readonly string[] }) => {
    setCodes(made)
    await refresh()
  }
  return (
    <Card title="Authenticator app" note="A code besides the password.">
      <div className={styles['body']}>
        <Answered query={query}>
          {(factors) =>
            factors.totp_since === null ? (
              <SetUp hasPassword={factors.has_password} onDone={show} />
            ) : (
              <IsSetUp factors={factors} since={factors.totp_since} onCodes={show} onRemoved={refresh} />
            )
          }
        </Answered>
        {codes.length > 0 && (
          <ShownOnce text={codes.join('\n')} label="Recovery codes">
            Keep them where your telephone is not: each signs in once, and they are shown here only now.
          </ShownOnce>
        )}
      </div>
    </Card>
  )
}

interface SetUpProps {
  hasPassword: boolean
  onDone(made: { recovery_codes: readonly string[] }): Promise<void>
}

function SetUp({ hasPassword, onDone }: SetUpProps) {
  const start = useMutation({ mutationFn: () => api.call('startTotp', {}) })
  if (!hasPassword) return <p className="t2">You sign in at your identity provider, which asks for a second factor.</p>
  if (!start.data) {
    return (
      <>
        <p className="t2">With it nobody who knows your password alone can sign in.</p>
        <div>
          <Button disabled={start.isPending} onClick={() => start.mutate()}>
            Set up an authenticator app
          </Button>
        </div>
        <p className={`c-bad ${styles['said'] ?? ''}`} role="alert">
          {start.error !== null && explainError(start.error).text}
        </p>
      </>
    )
  }
  const finish = async (form: FormData) => {
    await onDone(await api.call('confirmTotp', { body: { code: textOf(form, 'code').trim() } }))
  }
  return (
    <>
      <p className="t2">Let the app read this, or type the secret into it. Then say which code it shows.</p>
      <QrCode text={start.data.uri} label="The secret as a QR code" />
      <Code text={start.data.secret} label="Secret for the app" />
      <Form submit="Turn it on" saved="" save={finish} isMain>
        {(faultOf) => <CodeField fault={faultOf('/code')} hint="The six digits that the app shows now." />}
      </Form>
    </>
  )
}

interface IsSetUpProps {
  factors: Factors
  since: string
  onCodes: SetUpProps['onDone']
  onRemoved(): Promise<void>
}

function IsSetUp({ factors, since, onCodes, onRemoved }: IsSetUpProps) {
  const { recovery_codes_left: left } = factors
  return (
    <>
      <dl className={styles['facts']}>
        <dt>State</dt>
        <dd>
          <Status tone="ok">On</Status> since <Ago at={since} />
        </dd>
        <dt>Recovery</dt>
        <dd className={left === 0 ? 'c-bad' : undefined}>{countOf(left, 'code')} left</dd>
      </dl>
      <div className="row wrap">
        <ConfirmButton
          text="New recovery codes"
          what="Make new recovery codes"
          run={async () => {
            await onCodes(await api.call('createRecoveryCodes', {}))
          }}
        >
          Those that you have stop working.
        </ConfirmButton>
        <ConfirmButton
          text="Remove"
          what="Remove the authenticator app"
          run={async () => {
            await api.call('removeTotp', {})
            await onRemoved()
          }}
        >
          Signing in takes the password alone from then on, and the recovery codes go with it.
        </ConfirmButton>
      </div>
    </>
  )
}
