import type { FactPack } from '../facts/fact-pack.js'
import { createQuestions } from '../facts/questions.js'
import type { ClaimDraft, Engine, Investigation, ReportDraft } from '../investigation/investigation.js'
import { createPieceRunner } from '../investigation/pieces.js'
import { answerClaims, answerEvidence, answerQuestion, kindsOf, readQuestion } from './questions/answer-question.js'
import type { DirectAnswer } from './questions/direct-answer.js'
import { relateToCause } from './questions/relate-to-cause.js'
import { conclude, draftReport, evidenceOf } from './report/conclude.js'

/** External dependencies of the playbook. */
export interface PlaybookDependencies {
  /** Collects the facts about the session's time window. */
  collectFacts: (investigation: Investigation) => Promise<FactPack>
}

/**
 * Creates the engine that needs no model: it collects facts and applies fixed rules to them. Errors, workflows, prompts
 * and alerts are all investigated the same way: what departed, where first, and what preceded it. A question about
 * something else (what changed, what grows, where time goes) is answered ahead of that.
 */
export function createPlaybook({ collectFacts }: PlaybookDependencies): Engine {
  const runInPieces = createPieceRunner()
  return async (investigation) => {
    const facts = await collectFacts(investigation)
    const conclusion = await runInPieces(conclude(facts), investigation.signal)
    const evidence = evidenceOf(conclusion)
    const timeline = await investigation.step({ tool: 'find_departures' }, (step) => {
      step.say(evidence.timeline.summary)
      return Promise.resolve(step.derive(evidence.timeline))
    })
    const ranking = await investigation.step({ tool: 'rank_causes' }, (step) => {
      step.say(evidence.ranking.summary)
      return Promise.resolve(step.derive(evidence.ranking))
    })
    const draft = draftReport(conclusion, { timeline, ranking })
    const { session, asOf } = investigation
    const asked = { question: readQuestion(session.prompt), facts, scene: conclusion.scene, asOf }
    const kinds = kindsOf(asked)
    if (kinds.length === 0) return { kind: 'concluded', draft }
    return investigation.step({ tool: 'answer_question' }, async (step) => {
      const direct = await answerQuestion(asked, { kinds, questions: createQuestions(step) })
      const answers = relateToCause(direct, conclusion)
      if (answers.length === 0) return { kind: 'concluded', draft }
      const derived = answerEvidence(answers)
      step.say(derived.summary)
      const claims = answerClaims(answers, step.derive(derived))
      return { kind: 'concluded', draft: withAnswers(draft, { answers, claims }) }
    })
  }
}

/** Suspects and next tests would contradict an answer that names a change. */
function contradictsNamedChange({ topic }: ClaimDraft): boolean {
  return topic === 'check' || topic === 'cause'
}

/** The cause that the draft names has its own remedy and check. */
function saysWhatToDo({ topic }: ClaimDraft): boolean {
  return topic === 'remedy' || topic === 'check'
}

/** Puts answers to the question in front of the draft, and lets them decide the verdict if the draft has none. */
function withAnswers(
  draft: ReportDraft,
  { answers, claims: ofAnswers }: { answers: readonly DirectAnswer[]; claims: readonly ClaimDraft[] },
): ReportDraft {
  const claims = isOpen(draft) ? ofAnswers : ofAnswers.filter((claim) => !saysWhatToDo(claim))
  const isOfChange = answers.some(({ blames }) => blames !== undefined)
  const answered = { isApart: !answers.some(({ isOfCause }) => isOfCause) }
  const outcome = answers.find(({ conclusion }) => conclusion !== undefined)?.conclusion
  const concluded =
    outcome !== undefined && isOpen(draft)
      ? { ...draft, ...outcome, ...(outcome.cause && { suspects: [], rivals: [] }) }
      : draft
  if (answers.some(({ isTrouble }) => isTrouble) && draft.verdict === 'healthy')
    return { ...concluded, claims, answered: { isApart: false } }
  const isKept = (claim: ClaimDraft) =>
    claims.every(({ text }) => text !== claim.text) && !(isOfChange && isOpen(draft) && contradictsNamedChange(claim))
  return { ...concluded, claims: [...claims, ...draft.claims.filter(isKept)], answered }
}

/** A draft that names no cause leaves the verdict to the answer. */
function isOpen({ verdict }: ReportDraft): boolean {
  return verdict === 'healthy' || verdict === 'inconclusive'
}
