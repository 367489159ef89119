import type { BrowserSession } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../api/api.js'
import { signInWithPasskey } from '../../api/passkeys.js'
import { apiQuery } from '../../api/queries.js'
import { enterSession } from '../../api/session.js'
import { PasskeyButton } from '../../frame/session/passkey-button.js'
import { SignInForm } from '../../frame/session/sign-in-form.js'
import { OpenPage } from '../../frame/open-page.js'
import { Button } from '../../parts/controls/button.js'
import { Note } from '../../parts/states/note.js'
import type { SignInSearch } from './search.js'

/** Sign-in by password, or through an identity provider if configured. */
export function SignInPage() {
  const { return_to: returnTo, problem }: SignInSearch = useSearch({ strict: false })
  const { data: methods } = useQuery(apiQuery('listSignInMethods', {}))
  useEffect(() => {
    document.title = 'Sign in · Signalbox'
  }, [])
  const goToProvider = async () => {
    const path = safePath(returnTo)
    const { url } = await api.call('startOidc', { body: { return_to: path } })
    location.assign(url)
  }
  const enter = (session: BrowserSession) => {
    enterSession(session)
    location.replace(safePath(returnTo))
  }
  return (
    <OpenPage title="Sign in">
      {problem !== undefined && <Note tone="bad">{signInProblems[problem] ?? 'Sign-in failed.'}</Note>}
      <SignInForm onSignedIn={enter} />
      {methods?.password_reset === true && (
        <Link className="link" to="/reset-password">
          Forgot your password?
        </Link>
      )}
      <PasskeyButton text="Sign in with a passkey" prove={signInWithPasskey} onProven={enter} />
      {methods?.oidc === true && (
        <Button onClick={() => void goToProvider()}>Continue with your identity provider</Button>
      )}
    </OpenPage>
  )
}

/** Accepts only a path of this installation: anyone could have written the address. */
function safePath(text: unknown): string {
  return typeof text === 'string' && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text) ? text : '/'
}

/** Messages for the `problem` parameter set by the server. */
const signInProblems: Readonly<Record<string, string>> = {
  'sign-in-expired': 'Sign-in timed out. Try again.',
  'provider-unavailable': 'Can’t reach the identity provider. Try again later.',
  'provider-refused': 'The identity provider denied access.',
  'not-a-member': 'You aren’t a member here. Ask a member to invite you.',
}
