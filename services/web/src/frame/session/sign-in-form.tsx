import type { BrowserSession } from '@signalbox/contracts'
import { api } from '../../api/api.js'
import { Form } from '../../parts/form/form.js'
import { EmailField, Field } from '../../parts/form/labelled.js'
import { textOf } from '../../parts/form/read-form.js'
import { CodeField, useSecondFactor } from './code-field.js'

interface SignInFormProps {
  email?: string
  onSignedIn(session: BrowserSession): void
}

/** E-mail, password, and a code if configured. Submitted by script only, so a password never ends up in an address. */
export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const { isNeeded, attempt } = useSecondFactor()
  const signIn = async (form: FormData) => {
    const code = textOf(form, 'code').trim()
    const person = { email: textOf(form, 'email'), password: textOf(form, 'password') }
    const session = await attempt(() => api.call('signIn', { body: { ...person, ...(code !== '' && { code }) } }))
    if (session) onSignedIn(session)
  }
  return (
    <Form submit="Sign in" saved="" save={signIn} isMain>
      {(faultOf) => (
        <>
          <EmailField defaultValue={email} autoFocus={email === ''} fault={faultOf('/email')} />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus={email !== ''}
            fault={faultOf('/password')}
          />
          {isNeeded && <CodeField autoFocus fault={faultOf('/code')} />}
        </>
      )}
    </Form>
  )
}
