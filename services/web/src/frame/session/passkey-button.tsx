import type { BrowserSession } from '@signalbox/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explainError } from '../../api/explain.js'
import { hasPasskeys } from '../../api/passkeys.js'
import { apiQuery } from '../../api/queries.js'
import { Button } from '../../parts/controls/button.js'
import styles from './session.module.css'

interface PasskeyButtonProps {
  text: string
  /** Asks a device for a passkey; rejects with a readable message. */
  prove(): Promise<BrowserSession>
  onProven(session: BrowserSession): void
}

/** Signs in without typing. Renders nothing if this browser or the installation's address does not support passkeys. */
export function PasskeyButton({ text, prove, onProven }: PasskeyButtonProps) {
  const { data: methods } = useQuery(apiQuery('listSignInMethods', {}))
  const { mutate, error, isPending } = useMutation({ mutationFn: prove, onSuccess: onProven })
  if (methods?.passkeys !== true || !hasPasskeys()) return null
  return (
    <div className={styles['way']}>
      <Button icon="key" disabled={isPending} onClick={() => mutate()}>
        {text}
      </Button>
      <p className={`c-bad ${styles['said'] ?? ''}`} role="alert">
        {error !== null && explainError(error).text}
      </p>
    </div>
  )
}
