import { useId, type ComponentProps, type ReactNode } from 'react'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  hint?: ReactNode
  /** What is wrong with it, in the server's words. */
  fault?: string | undefined
}

/** A labelled text input; its hint and its fault are read out with it. */
export function Field({ label, hint, fault, ...input }: FieldProps) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className="input"
        aria-invalid={fault !== undefined}
        {...(described !== '' && { 'aria-describedby': described })}
      />
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span className="small c-bad" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  )
}
