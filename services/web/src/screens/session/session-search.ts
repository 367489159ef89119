/** What the address of a session says besides project and time. */
export interface SessionSearch {
  /** The evidence that is open, such as `e9`. */
  evidence?: string
  /** The number of the step up to which the session is replayed, from 1 on. */
  step?: string
}

export function readSessionSearch({ evidence, step }: Readonly<Record<string, unknown>>): SessionSearch {
  return {
    ...(typeof evidence === 'string' && /^e[1-9]\d{0,8}$/.test(evidence) && { evidence }),
    ...(typeof step === 'string' && /^[1-9]\d{0,5}$/.test(step) && { step }),
  }
}
