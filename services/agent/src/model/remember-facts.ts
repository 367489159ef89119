import type { FactPack } from '../facts/fact-pack.js'
import type { Investigation } from '../investigation/investigation.js'

type CollectFacts = (investigation: Investigation) => Promise<FactPack>

/** Collects the facts of an investigation once for several engines that run one after another. */
export function rememberFacts(collectFacts: CollectFacts): CollectFacts {
  const collected = new WeakMap<Investigation, Promise<FactPack>>()
  return (investigation) => {
    const facts = collected.get(investigation) ?? collectFacts(investigation)
    collected.set(investigation, facts)
    return facts
  }
}
