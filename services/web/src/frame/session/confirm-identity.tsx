import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import { useConfirmation, type Confirmation } from '../../api/confirmation.js'
import { confirmWithPasskey, hasPasskeys } from '../../api/passkeys.js'
import { apiQuery } from '../../api/queries.js'
import { enterSession, useSession } from '../../api/session.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { Form } from '../../parts/form/form.js'
import { Field } from '../../parts/form/labelled.js'
import { textOf } from '../../parts/form/read-form.js'
import { CodeField } from './code-field.js'
import { PasskeyButton } from './passkey-button.js'

/** Asks for the person's identity when the server requires a recent sign-in, then retries the request. */
export function ConfirmIdentity() {
  const confirmation = useConfirmation()
  return (
    <Dialog
      title="Confirm it’s you"
      isOpen={confirmation !== undefined}
      onClose={() => {
        confirmation?.end(false)
      }}
    >
      {confirmation && <ConfirmForm confirmation={confirmation} />}
    </Dialog>
  )
}

function ConfirmForm({ confirmation }: { confirmation: Confirmation }) {
  const { has_password: hasPassword, has_second_factor: hasCode } = useSession()
  const { data: factors } = useQuery(apiQuery('readSignInFactors', {}))
  const canUsePasskey = hasPasskeys() && (factors?.passkeys.length ?? 0) > 0
  if (!hasCode && !hasPassword && !canUsePasskey) {
    return <p>This needs a recent sign-in. Sign out, then sign in again with your identity provider.</p>
  }
  return (
    <div className="stack">
      <p className="t2">You signed in a while ago. Confirm your identity to continue.</p>
      {canUsePasskey && (
        <PasskeyButton
          text="Confirm with a passkey"
          prove={confirmWithPasskey}
          onProven={(session) => {
            enterSession(session)
            confirmation.end(true)
          }}
        />
      )}
      {(hasCode || hasPassword) && <ConfirmByTyping confirmation={confirmation} />}
    </div>
  )
}

function ConfirmByTyping({ confirmation }: { confirmation: Confirmation }) {
  const { email, has_second_factor: hasCode } = useSession()
  const confirm = async (form: FormData) => {
    const body = hasCode ? { code: textOf(form, 'code').trim() } : { password: textOf(form, 'password') }
    enterSession(await api.call('confirmSession', { body }))
    confirmation.end(true)
  }
  return (
    <Form submit="Confirm" saved="" save={confirm} isMain>
      {(faultOf) =>
        hasCode ? (
          <CodeField fault={faultOf('/code')} />
        ) : (
          <>
            <input type="email" name="email" autoComplete="username" defaultValue={email} hidden />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
              fault={faultOf('/password')}
            />
          </>
        )
      }
    </Form>
  )
}
