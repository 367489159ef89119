import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../api/api.js'
import { OpenPage } from '../../frame/open-page.js'
import { buttonClass } from '../../parts/controls/button.js'
import { Form } from '../../parts/form/form.js'
import { EmailField } from '../../parts/form/labelled.js'
import { NewPassword } from '../../parts/form/new-password.js'
import { textOf } from '../../parts/form/read-form.js'
import { Note } from '../../parts/states/note.js'

/** Sets a password with the token from a mailed link, which is after `#`; without one, offers to send the mail. */
export function ResetPasswordPage() {
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    document.title = 'Password · Signalbox'
  }, [])
  return (
    <OpenPage title={token === '' ? 'Forgot your password?' : 'Set a new password'}>
      {token === '' ? <RequestMail /> : <SetPassword token={token} />}
      <Link className="link" to="/sign-in">
        Back to sign-in
      </Link>
    </OpenPage>
  )
}

function RequestMail() {
  const [isSent, setSent] = useState(false)
  const ask = async (form: FormData) => {
    await api.call('requestPasswordReset', { body: { email: textOf(form, 'email') } })
    setSent(true)
  }
  if (isSent) {
    return (
      <Note icon="check">
        If an account uses this address, we sent it a link. The link works once and expires soon.
      </Note>
    )
  }
  return (
    <Form submit="Send reset link" saved="" save={ask} isMain>
      {(faultOf) => <EmailField autoFocus fault={faultOf('/email')} />}
    </Form>
  )
}

function SetPassword({ token }: { token: string }) {
  const [isDone, setDone] = useState(false)
  const save = async (form: FormData) => {
    await api.call('resetPassword', { body: { token, new_password: textOf(form, 'password') } })
    setDone(true)
  }
  if (isDone) {
    return (
      <>
        <Note icon="check">Password changed. You are signed out everywhere.</Note>
        <Link className={buttonClass({ kind: 'main' })} to="/sign-in">
          Sign in
        </Link>
      </>
    )
  }
  return (
    <Form submit="Set password" saved="" save={save} isMain>
      {(faultOf) => <NewPassword label="New password" name="password" autoFocus fault={faultOf('/new_password')} />}
    </Form>
  )
}
