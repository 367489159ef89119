import { Field, type LabelledProps } from './labelled.js'

interface NewPasswordProps extends Omit<LabelledProps, 'hint'> {
  name: string
  /** Text before the password rule. */
  hint?: string
  autoFocus?: boolean
}

/** A new password, with the server's rule. */
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
