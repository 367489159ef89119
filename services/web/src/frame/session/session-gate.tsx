import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useSessionState } from '../../api/session.js'
import { SessionExpired } from './session-expired.js'

/** Renders its children for signed-in people; others are sent to sign in and return afterwards. */
export function SessionGate({ children }: { children: ReactNode }) {
  const state = useSessionState()
  if (state.kind === 'unknown') return null
  if (state.kind === 'nobody') return <ToSignIn />
  return (
    <>
      {children}
      {state.kind === 'expired' && <SessionExpired email={state.session.email} />}
    </>
  )
}

/** The address to return to is the initial one: it changes on the way. */
function ToSignIn() {
  const navigate = useNavigate()
  const router = useRouter()
  useEffect(() => {
    void navigate({ to: '/sign-in', search: { return_to: router.latestLocation.href }, replace: true })
  }, [navigate, router])
  return null
}
