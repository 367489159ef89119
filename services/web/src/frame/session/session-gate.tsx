import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useSessionState } from '../../api/session.js'
import { SessionExpired } from './session-expired.js'

/** Shows what is inside to people who are signed in; others are sent to the sign-in page and come back. */
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

/** Where people come from is what the address was at first: it changes on the way. */
function ToSignIn() {
  const navigate = useNavigate()
  const router = useRouter()
  useEffect(() => {
    void navigate({ to: '/sign-in', search: { return_to: router.latestLocation.href }, replace: true })
  }, [navigate, router])
  return null
}
