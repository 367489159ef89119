import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../api/api.js'
import { apiQuery } from '../../api/queries.js'
import { enterSession } from '../../api/session.js'
import { OpenPage } from '../../frame/open-page.js'
import { CodeField, useSecondFactor } from '../../frame/session/code-field.js'
import { Button } from '../../parts/controls/button.js'
import { Form } from '../../parts/form/form.js'
import { EmailField, Field } from '../../parts/form/labelled.js'
import { NewPassword } from '../../parts/form/new-password.js'
import { Note } from '../../parts/states/note.js'
import { textOf } from '../../parts/form/read-form.js'

/** Accepts an invitation. Its token is after `#`, which is not sent to servers. */
export function AcceptInvitationPage() {
  const [token] = useState(() => location.hash.slice(1))
  const { data: methods } = useQuery(apiQuery('listSignInMethods', {}))
  useEffect(() => {
    document.title = 'Invitation · Signalbox'
  }, [])
  const goToProvider = async () => {
    const { url } = await api.call('startOidc', { body: { invitation_token: token } })
    location.assign(url)
  }
  return (
    <OpenPage title="Accept your invitation">
      {token === '' ? (
        <Note tone="bad">This link is incomplete. Copy all of it from the invitation.</Note>
      ) : (
        <InvitationForm token={token} />
      )}
      {methods?.oidc === true && (
        <Button onClick={() => void goToProvider()}>Continue with your identity provider</Button>
      )}
    </OpenPage>
  )
}

function InvitationForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const { isNeeded, attempt } = useSecondFactor()
  const accept = async (form: FormData) => {
    const name = textOf(form, 'name')
    const code = textOf(form, 'code').trim()
    const person = { email: textOf(form, 'email'), password: textOf(form, 'password') }
    const said = { ...(name !== '' && { name }), ...(code !== '' && { code }) }
    const session = await attempt(() => api.call('acceptInvitation', { body: { token, ...person, ...said } }))
    if (!session) return
    enterSession(session)
    await navigate({ to: '/', replace: true })
  }
  return (
    <Form submit="Accept invitation" saved="" save={accept} isMain>
      {(faultOf) => (
        <>
          <EmailField fault={faultOf('/email')} />
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            hint="Only if you don’t have an account here yet."
            fault={faultOf('/name')}
          />
          <NewPassword
            label="Password"
            name="password"
            hint="Your current password, or a new one. "
            fault={faultOf('/password')}
          />
          {isNeeded && <CodeField autoFocus fault={faultOf('/code')} />}
        </>
      )}
    </Form>
  )
}
