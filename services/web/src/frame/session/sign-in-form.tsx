import type { BrowserSession } from '@signalbox/contracts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import { explainError } from '../../api/explain.js'
import { Button } from '../../parts/controls/button.js'
import { Field } from '../../parts/form/labelled.js'
import { textOf } from '../../parts/form/read-form.js'

interface SignInFormProps {
  email?: string
  onSignedIn(session: BrowserSession): void
}

/** Address and password. It is sent by script alone: a password never ends up in an address. */
export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: { email: string; password: string }) => api.call('signIn', { body }),
    onSuccess: onSignedIn,
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        mutate({ email: textOf(form, 'email'), password: textOf(form, 'password') })
      }}
    >
      <Field
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
        autoFocus={email === ''}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={email !== ''}
      />
      <p className="c-bad" role="alert">
        {error === null ? '' : explainError(error).text}
      </p>
      <Button type="submit" kind="main" disabled={isPending}>
        Sign in
      </Button>
    </form>
  )
}
