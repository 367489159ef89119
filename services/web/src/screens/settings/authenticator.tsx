import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, loadSession } from '../../api/api.js'
import type { RouteResponse } from '../../api/contract-types.js'
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

type Factors = RouteResponse<'readSignInFactors'>

/** The second factor: authenticator app setup, recovery codes, and removal. */
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
    <Card title="Authenticator app" note="A code in addition to your password.">
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
            Store these somewhere other than your phone. Each works once, and they won’t be shown again.
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
  if (!hasPassword) return <p className="t2">Your identity provider handles your second factor.</p>
  if (!start.data) {
    return (
      <>
        <p className="t2">Ask for a code from your phone whenever you sign in with your password.</p>
        <div>
          <Button disabled={start.isPending} onClick={() => start.mutate()}>
            Set up authenticator
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
      <p className="t2">Scan this with your app, or enter the secret by hand. Then enter the code it shows.</p>
      <QrCode text={start.data.uri} label="Secret as a QR code" />
      <Code text={start.data.secret} label="Secret for the app" />
      <Form submit="Turn on" saved="" save={finish} isMain>
        {(faultOf) => <CodeField fault={faultOf('/code')} hint="The six digits shown in the app." />}
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
          what="Create new recovery codes"
          run={async () => {
            await onCodes(await api.call('createRecoveryCodes', {}))
          }}
        >
          Your current codes stop working.
        </ConfirmButton>
        <ConfirmButton
          text="Remove"
          what="Remove the authenticator app"
          run={async () => {
            await api.call('removeTotp', {})
            await onRemoved()
          }}
        >
          You will sign in with your password alone. Your recovery codes are deleted too.
        </ConfirmButton>
      </div>
    </>
  )
}
