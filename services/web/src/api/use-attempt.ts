import { useState } from 'react'
import { explainError } from './explain.js'

/** Runs actions that the server may refuse, and holds the last error message. */
export function useAttempt() {
  const [fault, setFault] = useState<string>()
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      setFault(explainError(error).text)
    }
  }
  return { fault, attempt }
}
