import { useMutation } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { readFaults } from '../../api/explain.js'
import type { Permission } from '../../api/roles.js'
import { Button } from '../controls/button.js'
import { announce } from '../live/live-region.js'
import styles from './form.module.css'

interface FormProps {
  /** The verb of the button. */
  submit: string
  /** By which buttons outside of it send it as well; what their `name` and `value` say is in what was typed. */
  id?: string
  /** Sends what was typed; rejects when the server refuses. */
  save(form: FormData): Promise<unknown>
  /** What stands beside the button afterwards; nothing where the page goes on to another. */
  saved?: string
  permission?: Permission
  /** Whether it is the one filled button of the page. */
  isMain?: boolean
  /** Whether its fields are emptied afterwards: they made something. */
  isReset?: boolean
  /** Closes the form without sending it; for one that is opened where it stands. */
  onCancel?: () => void
  /** The fields, each with what the server said of it, by JSON pointer. */
  children(faultOf: (pointer: string) => string | undefined): ReactNode
}

/** Fields and a button. What the server refuses stands at its field, else above the button, in the server's words. */
export function Form(props: FormProps) {
  const { id, submit, save, saved = 'Saved.', permission, isMain = false, isReset = false, onCancel, children } = props
  const ref = useRef<HTMLFormElement>(null)
  const { mutate, error, isPending, isSuccess, reset } = useMutation({
    mutationFn: save,
    onSuccess: () => {
      if (saved !== '') announce(saved)
      if (isReset) ref.current?.reset()
    },
  })
  const { text, faults } = readFaults(error)
  const shown = new Set<string>()
  const fields = children((pointer) => {
    shown.add(pointer)
    return faults.find(({ name }) => name === pointer)?.detail
  })
  const others = faults.filter(({ name }) => !shown.has(name)).map(({ name, detail }) => `${name} ${detail}`)
  return (
    <form
      ref={ref}
      id={id}
      className="stack"
      onChange={() => {
        if (isSuccess) reset()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (permission?.isAllowed !== false) mutate(new FormData(event.currentTarget, event.nativeEvent.submitter))
      }}
    >
      {fields}
      <p className={`c-bad ${styles['fault'] ?? ''}`} role="alert">
        {/* What stands at its field is not said twice. */}
        {error !== null && (faults.length === 0 || others.length > 0) && [text, ...others].join(' · ')}
      </p>
      <div className="row">
        <Button
          type="submit"
          disabled={isPending}
          {...(isMain && { kind: 'main' as const })}
          {...(permission && { permission })}
        >
          {submit}
        </Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {isSuccess && saved !== '' && <span className="t3">{saved}</span>}
      </div>
    </form>
  )
}
