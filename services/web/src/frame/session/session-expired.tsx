import { useQueryClient } from '@tanstack/react-query'
import type { BrowserSession } from '@signalbox/contracts'
import { signInWithPasskey } from '../../api/passkeys.js'
import { enterSession } from '../../api/session.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { PasskeyButton } from './passkey-button.js'
import { SignInForm } from './sign-in-form.js'

/** Sign-in over the page: people then continue where they were, with everything they typed. */
export function SessionExpired({ email }: { email: string }) {
  const cache = useQueryClient()
  const goOn = (session: BrowserSession) => {
    enterSession(session)
    void cache.invalidateQueries()
  }
  return (
    <Dialog title="Your session has expired" isOpen onClose={doNothing}>
      <div className="stack">
        <p className="t2">Sign in again to continue where you left off.</p>
        <SignInForm email={email} onSignedIn={goOn} />
        <PasskeyButton text="Sign in with a passkey" prove={signInWithPasskey} onProven={goOn} />
      </div>
    </Dialog>
  )
}

/** The page below shows data the person can no longer access: it cannot be dismissed without signing in. */
const doNothing = () => undefined
