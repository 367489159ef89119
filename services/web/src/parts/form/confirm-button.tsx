import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { explainError } from '../../api/explain.js'
import type { Permission } from '../../api/roles.js'
import { Button } from '../controls/button.js'
import { Dialog } from '../controls/dialog.js'
import { announce } from '../live/live-region.js'

interface ConfirmButtonProps {
  /** Text of the button. */
  text: string
  /** Names the object: `Revoke the key "CI"`. Used in the question and its button. */
  what: string
  /** Explains the consequences. */
  children: ReactNode
  permission?: Permission
  run(): Promise<unknown>
}

/** A button for an irreversible action: asks for confirmation and names the object. */
export function ConfirmButton({ text, what, children, permission, run }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
  }
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: run,
    onSuccess: () => {
      close()
      announce(`${what}: done`)
    },
  })
  return (
    <>
      <Button
        isSmall
        kind="quiet"
        {...(permission && { permission })}
        aria-label={what}
        onClick={() => {
          reset()
          setOpen(true)
        }}
      >
        {text}
      </Button>
      <Dialog
        title={`${what}?`}
        isOpen={isOpen}
        onClose={close}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              kind="main"
              disabled={isPending}
              onClick={() => {
                mutate()
              }}
            >
              {what}
            </Button>
          </>
        }
      >
        <p>{children}</p>
        <p className="c-bad" role="alert">
          {error !== null && explainError(error).text}
        </p>
      </Dialog>
    </>
  )
}
