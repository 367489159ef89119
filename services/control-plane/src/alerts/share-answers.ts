import type { Static, TSchema } from '@signalbox/contracts'
import type { Ask } from '../telemetry-queries/ask.js'

/** Asks each question once, however many rules ask it: for as long as the same answer will do. */
export function shareAnswers(ask: Ask): Ask {
  const answers = new Map<string, Promise<unknown>>()
  return <Response extends TSchema>(...[organizationId, contract, query]: Parameters<Ask>) => {
    const key = JSON.stringify([organizationId, contract.id, query])
    const answer = answers.get(key) ?? ask(organizationId, contract, query)
    answers.set(key, answer)
    // The same contract answers in the same shape.
    return answer as Promise<Static<Response>>
  }
}
