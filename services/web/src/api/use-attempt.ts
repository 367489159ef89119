import { useState } from 'react'
import { explainError } from './explain.js'

/** Does things that the server may refuse, and keeps what it refused last, in words for people. */
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
