import { useState } from 'react'
import { RefusedError } from '../../api/browser-api.js'
import { Field } from '../../parts/form/labelled.js'

interface CodeFieldProps {
  fault: string | undefined
  autoFocus?: boolean
  /** Default: a recovery code does as well. */
  hint?: string
}

const anyCode = 'The six digits from your authenticator app, or a recovery code.'

/** A code of an authenticator app. */
export function CodeField({ fault, autoFocus = false, hint = anyCode }: CodeFieldProps) {
  return (
    <Field
      label="Code"
      name="code"
      autoComplete="one-time-code"
      spellCheck={false}
      required
      autoFocus={autoFocus}
      hint={hint}
      fault={fault}
    />
  )
}

/** The second step of signing in: what is refused for want of a code alone asks for one. */
export function useSecondFactor() {
  const [isNeeded, setNeeded] = useState(false)
  return {
    isNeeded,
    /** @returns What the server answered; undefined when it asks for a code first. */
    attempt: async <T,>(work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work()
      } catch (error) {
        const isAsked = error instanceof RefusedError && error.problem?.code === 'second-factor-required'
        if (!isAsked) throw error
        setNeeded(true)
        return undefined
      }
    },
  }
}
