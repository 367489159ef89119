import type { BrowserSession } from '@signalbox/contracts'
import { api } from '../../api/api.js'
import { Form } from '../../parts/form/form.js'
import { Field } from '../../parts/form/labelled.js'
import { textOf } from '../../parts/form/read-form.js'

interface SignInFormProps {
  email?: string
  onSignedIn(session: BrowserSession): void
}

/** Address and password. It is sent by script alone: a password never ends up in an address. */
export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const signIn = async (form: FormData) => {
    const body = { email: textOf(form, 'email'), password: textOf(form, 'password') }
    onSignedIn(await api.call('signIn', { body }))
  }
  return (
    <Form submit="Sign in" saved="" save={signIn} isMain>
      {(faultOf) => (
        <>
          <Field
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={email}
            autoFocus={email === ''}
            fault={faultOf('/email')}
          />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus={email !== ''}
            fault={faultOf('/password')}
          />
        </>
      )}
    </Form>
  )
}
