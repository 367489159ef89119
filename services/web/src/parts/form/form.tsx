import { useMutation } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { readFaults } from '../../api/explain.js'
import type { Permission } from '../../api/roles.js'
import { Button } from '../controls/button.js'
import { announce } from '../live/live-region.js'
import styles from './form.module.css'

interface FormProps {
  /** The button's verb. */
  submit: string
  /** For submit buttons outside the form; their `name` and `value` are in the form data. */
  id?: string
  /** Submits the form data; rejects if the server refuses. */
  save(form: FormData): Promise<unknown>
  /** Text next to the button after saving; omit it if the page navigates away. */
  saved?: string
  permission?: Permission
  /** Whether it is the page's only filled button. */
  isMain?: boolean
  /** Whether to clear the fields after saving, for forms that create something. */
  isReset?: boolean
  /** Closes an inline form without submitting it. */
  onCancel?: () => void
  /** The fields; `faultOf` returns the server's message for one, by JSON pointer. */
  children(faultOf: (pointer: string) => string | undefined): ReactNode
}

/** Fields and a button. The server's messages appear at their field, otherwise above the button. */
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
