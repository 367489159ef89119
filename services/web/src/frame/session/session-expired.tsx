import { useQueryClient } from '@tanstack/react-query'
import { enterSession } from '../../api/session.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { SignInForm } from './sign-in-form.js'

/** Sign-in over the page: afterwards people are where they were, with what they typed. */
export function SessionExpired({ email }: { email: string }) {
  const cache = useQueryClient()
  return (
    <Dialog title="Your session has ended" isOpen onClose={doNothing}>
      <p className="t2">Sign in again to continue where you left off.</p>
      <SignInForm
        email={email}
        onSignedIn={(session) => {
          enterSession(session)
          void cache.invalidateQueries()
        }}
      />
    </Dialog>
  )
}

/** The page below shows what nobody may ask for any more: there is no way back without signing in. */
const doNothing = () => undefined
