import { Field, type LabelledProps } from './labelled.js'

interface NewPasswordProps extends Omit<LabelledProps, 'hint'> {
  name: string
  /** What is said before the rule. */
  hint?: string
  autoFocus?: boolean
}

/** A password that somebody chooses, with the rule that the server has. */
export function NewPassword({ hint = '', ...field }: NewPasswordProps) {
  return (
    <Field
      {...field}
      type="password"
      autoComplete="new-password"
      required
      minLength={__PASSWORD_LENGTH_MIN__}
      hint={`${hint}At least ${__PASSWORD_LENGTH_MIN__} characters.`}
    />
  )
}
