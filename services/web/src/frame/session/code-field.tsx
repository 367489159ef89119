import { useState } from 'react'
import { RefusedError } from '../../api/browser-api.js'
import { Field } from '../../parts/form/labelled.js'

interface CodeFieldProps {
  fault: string | undefined
  autoFocus?: boolean
  /** By default, mentions that a recovery code works as well. */
  hint?: string
}

const anyCode = 'The six digits from your authenticator app, or a recovery code.'

/** Field for an authenticator app's code. */
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

/** The second sign-in step: asks for a code if one is the only thing missing. */
export function useSecondFactor() {
  const [isNeeded, setNeeded] = useState(false)
  return {
    isNeeded,
    /** @returns the server's response; undefined if it needs a code first. */
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
