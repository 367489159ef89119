import type { FactPack } from '../facts/fact-pack.js'
import type { Engine, EngineOutcome, Investigation, ReportDraft } from '../investigation/investigation.js'
import { guardModel } from './guarded-model.js'
import type { LanguageModel } from './language-model.js'
import { runModelTurns } from './model-turns.js'
import { restrainDraft, verifiedClaims } from './plain-claims.js'
import { firstMessage } from './prompt.js'
import { createSecretVault } from './secret-vault.js'

type Suspect = NonNullable<ReportDraft['suspects']>[number]

export interface ModelEngineOptions {
  model: LanguageModel
  collectFacts: (investigation: Investigation) => Promise<FactPack>
  /** Concludes without a model. */
  playbook: Engine
}

/**
 * Investigates with a language model:
 * 1. The playbook concludes from the facts. Its conclusion exists whatever happens next.
 * 2. The model gets the facts and that conclusion, calls tools, and concludes.
 * 3. Its conclusion is restricted to observations and checked like any report. A cause that it proves counts if the
 * playbook names none but has the same change as its top suspect; otherwise it can only add verified claims.
 *
 * If the model refuses, stalls, crashes or talks nonsense, the playbook's conclusion stands, and a step says so.
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
    const said = await runModelTurns(turns)
    if ('failure' in said) return fallBack(investigation, outcome, said.failure)
    return { kind: 'concluded', draft: combine(outcome.draft, restrainDraft(said.draft, results), results) }
  }
}

/**
 * Accepts a cause proven by the model if the playbook names none but has the same change as its top suspect; otherwise
 * returns the playbook's conclusion. It can be proven of any innocent change that it happened and a complaint followed,
 * so proof alone convicts nothing. The model's own confidence is ignored: if both agree, the cause is likely, with the
 * probability computed by the playbook.
 */
function combine(playbook: ReportDraft, model: ReportDraft, results: ReadonlyMap<string, unknown>): ReportDraft {
  const suspect = findAgreed(playbook, model)
  if (suspect === undefined) return { ...playbook, claims: [...playbook.claims, ...verifiedClaims(model, results)] }
  return {
    ...playbook,
    verdict: 'cause_likely',
    cause: model.cause,
    remediation: model.remediation,
    confidence: Math.max(likelyMin, suspect.probability),
    first_failing_service: playbook.first_failing_service ?? model.first_failing_service,
    onset_at: playbook.onset_at ?? model.onset_at,
    blast_radius: playbook.blast_radius.length > 0 ? playbook.blast_radius : model.blast_radius,
    claims: [...playbook.claims, ...model.claims],
    rivals: playbook.rivals.filter((rival) => rival.change_id !== suspect.change_id),
  }
}

/** A cause is likely at this confidence or above. */
const likelyMin = 0.5

/** The playbook's top suspect if the playbook names no cause and the model accuses the same change. */
function findAgreed({ verdict, suspects = [] }: ReportDraft, model: ReportDraft): Suspect | undefined {
  const accuses = model.verdict === 'cause_found' || model.verdict === 'cause_likely'
  const [likeliest] = suspects
  if (verdict !== 'inconclusive' || !accuses || model.confidence < likelyMin || likeliest === undefined)
    return undefined
  return isSameChange(model.cause, likeliest) ? likeliest : undefined
}

function isSameChange(cause: ReportDraft['cause'], { change_id: changeId, commit_sha: sha }: Suspect): boolean {
  if (cause === null) return false
  if (cause.change_id !== null) return cause.change_id === changeId
  return cause.commit_sha !== null && sha?.startsWith(cause.commit_sha) === true
}

async function fallBack(investigation: Investigation, outcome: EngineOutcome, failure: string): Promise<EngineOutcome> {
  try {
    await investigation.step({ tool: null }, (step) => {
      step.say(`Concluded without the model: ${failure}.`)
      return Promise.resolve()
    })
  } catch (error) {
    investigation.signal.throwIfAborted()
    // Without a step left, the conclusion still stands.
    if (!(error instanceof Error && error.name === 'BudgetExhausted')) throw error
  }
  return outcome
}
