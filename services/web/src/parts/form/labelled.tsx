import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from '../icon/icon.js'

/** Properties of every form field. */
export interface LabelledProps {
  label: string
  hint?: ReactNode
  /** The server's message about it; predicates such as `is required` are shown with the label as their subject. */
  fault?: string | undefined
}

interface Wiring {
  id: string
  'aria-invalid': boolean
  'aria-describedby'?: string
}

/** A label with its control; screen readers also read the hint and fault. */
function Labelled({ label, hint, fault, children }: LabelledProps & { children(wiring: Wiring): ReactNode }) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': fault !== undefined,
        ...(described !== '' && { 'aria-describedby': described }),
      })}
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span className="small c-bad" id={`${id}-fault`}>
          {/^[a-z]/.test(fault) ? `${label} ${fault}.` : fault}
        </span>
      )}
    </div>
  )
}

/** A single-line text field; with a `list` of completions, it looks like a choice. */
export function Field({ label, hint, fault, ...input }: LabelledProps & ComponentProps<'input'>) {
  return (
    <Labelled {...{ label, hint, fault }}>
      {(wiring) =>
        input.list === undefined ? (
          <input {...input} {...wiring} className="input" />
        ) : (
          <span className="select">
            <input {...input} {...wiring} className="input" />
            <Icon name="down" />
          </span>
        )
      }
    </Labelled>
  )
}

/** The email address of an account, which password managers fill in. */
export function EmailField(props: Omit<LabelledProps, 'label'> & ComponentProps<'input'>) {
  return <Field label="Email address" name="email" type="email" autoComplete="username" required {...props} />
}

/** A multi-line text field, such as one rule or pattern per line. */
export function Area({ label, hint, fault, ...area }: LabelledProps & ComponentProps<'textarea'>) {
  return (
    <Labelled {...{ label, hint, fault }}>
      {(wiring) => <textarea rows={4} spellCheck={false} {...area} {...wiring} className="input area" />}
    </Labelled>
  )
}

interface OptionsProps extends ComponentProps<'select'> {
  options: readonly { value: string; text: string }[]
}

/** The browser's own list of a few options, without a label. */
export function Options({ options, ...select }: OptionsProps) {
  return (
    <span className="select">
      <select {...select} className="input">
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  )
}

/** A choice of a few options. */
export function Select({ label, hint, fault, ...select }: LabelledProps & OptionsProps) {
  return <Labelled {...{ label, hint, fault }}>{(wiring) => <Options {...select} {...wiring} />}</Labelled>
}

/** A checkbox. */
export function Check({ label, hint, ...input }: Omit<LabelledProps, 'fault'> & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="check-row">
      <input {...input} type="checkbox" id={id} {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })} />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}
