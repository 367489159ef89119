import type { FactPack } from '../facts/fact-pack.js'
import type { Engine, Investigation } from '../investigation/investigation.js'
import { conclude, draftReport, evidenceOf } from './report/conclude.js'

/** What the playbook needs from outside. */
export interface PlaybookDependencies {
  /** Asks for everything that is known of the session's stretch of time. */
  collectFacts: (investigation: Investigation) => Promise<FactPack>
}

/**
 * The engine that needs no model: collects facts, then reasons about them by fixed rules. Errors and workflows, prompts
 * and alerts are all looked into the same way: what departed, where first, and what came before it.
 */
export function createPlaybook({ collectFacts }: PlaybookDependencies): Engine {
  return async (investigation) => {
    const facts = await collectFacts(investigation)
    const conclusion = conclude(facts)
    const evidence = evidenceOf(conclusion)
    const timeline = await investigation.step({ tool: 'find_departures' }, (step) => {
      step.say(evidence.timeline.summary)
      return Promise.resolve(step.derive(evidence.timeline))
    })
    const ranking = await investigation.step({ tool: 'rank_causes' }, (step) => {
      step.say(evidence.ranking.summary)
      return Promise.resolve(step.derive(evidence.ranking))
    })
    return { kind: 'concluded', draft: draftReport(conclusion, { timeline, ranking }) }
  }
}
