import type { FactPack } from '../facts/fact-pack.js'
import type { Engine, EngineOutcome, Investigation, ReportDraft } from '../investigation/investigation.js'
import { guardModel } from './guarded-model.js'
import type { LanguageModel } from './language-model.js'
import { takeTurns } from './model-turns.js'
import { restrainDraft, verifiedClaims } from './plain-claims.js'
import { firstMessage } from './prompt.js'
import { createSecretVault } from './secret-vault.js'

export interface ModelEngineOptions {
  model: LanguageModel
  collectFacts: (investigation: Investigation) => Promise<FactPack>
  /** Concludes without a model. */
  playbook: Engine
}

/**
 * Investigates with a language model, in this order:
 *
 * 1. The playbook concludes from the facts. Its conclusion is there whatever happens next.
 * 2. The model is given the facts and that conclusion, asks tools, and concludes.
 * 3. What it says is held to observations, and judged like any report. A cause that it can prove counts where the
 *    playbook found nothing; to what the playbook found it can add verified claims, and nothing else.
 *
 * A model that refuses, stalls, breaks down, or talks nonsense changes nothing: the playbook's conclusion stands, and a
 * step says so.
 */
export function createModelEngine({ model, collectFacts, playbook }: ModelEngineOptions): Engine {
  return async (investigation) => {
    const outcome = await playbook(investigation)
    if (outcome.kind === 'waiting') return outcome
    const facts = await collectFacts(investigation)
    const vault = createSecretVault()
    const results = new Map<string, unknown>()
    const question = firstMessage({ session: investigation.session, facts, findings: outcome.draft }, vault)
    const turns = { investigation, model: guardModel(model, vault), vault, question, results }
    const said = await takeTurns(turns)
    if ('failure' in said) return fallBack(investigation, outcome, said.failure)
    return { kind: 'concluded', draft: combine(outcome.draft, restrainDraft(said.draft, results), results) }
  }
}

/** The model's own conclusion where the playbook has none, else the playbook's with what the model can prove beside it. */
function combine(playbook: ReportDraft, model: ReportDraft, results: ReadonlyMap<string, unknown>): ReportDraft {
  const isHeard = playbook.verdict === 'inconclusive' && model.verdict !== 'inconclusive'
  if (isHeard) return { ...model, claims: [...model.claims, ...playbook.claims] }
  return { ...playbook, claims: [...playbook.claims, ...verifiedClaims(model, results)] }
}

async function fallBack(investigation: Investigation, outcome: EngineOutcome, failure: string): Promise<EngineOutcome> {
  try {
    await investigation.step({ tool: null }, (step) => {
      step.say(`Concluded without the model: ${failure}.`)
      return Promise.resolve()
    })
  } catch (error) {
    investigation.signal.throwIfAborted()
    // Without a step left the conclusion still stands.
    if (!(error instanceof Error && error.name === 'BudgetExhausted')) throw error
  }
  return outcome
}
