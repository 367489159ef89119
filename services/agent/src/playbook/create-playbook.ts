import type { FactPack } from '../facts/fact-pack.js'
import { createQuestions } from '../facts/questions.js'
import type { ClaimDraft, Engine, Investigation, ReportDraft } from '../investigation/investigation.js'
import { createPieceRunner } from '../investigation/pieces.js'
import { answerClaims, answerEvidence, answerQuestion, kindsOf } from './questions/answer-question.js'
import type { DirectAnswer } from './questions/direct-answer.js'
import { conclude, draftReport, evidenceOf } from './report/conclude.js'

/** What the playbook needs from outside. */
export interface PlaybookDependencies {
  /** Asks for everything that is known of the session's stretch of time. */
  collectFacts: (investigation: Investigation) => Promise<FactPack>
}

/**
 * The engine that needs no model: collects facts, then reasons about them by fixed rules. Errors and workflows, prompts
 * and alerts are all looked into the same way: what departed, where first, and what came before it. A question that asks
 * for something else (what changed, what grows, where time goes) is answered in front of that.
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
    const asked = { question: session.prompt, facts, scene: conclusion.scene, asOf }
    const kinds = kindsOf(asked)
    if (kinds.length === 0) return { kind: 'concluded', draft }
    return investigation.step({ tool: 'answer_question' }, async (step) => {
      const answers = await answerQuestion(asked, { kinds, questions: createQuestions(step) })
      if (answers.length === 0) return { kind: 'concluded', draft }
      const derived = answerEvidence(answers)
      step.say(derived.summary)
      const claims = answerClaims(answers, step.derive(derived))
      return { kind: 'concluded', draft: withAnswers(draft, { answers, claims }) }
    })
  }
}

/** Whether it says to look for what is not recorded, which takes back an answer that names a change. */
function isSearchElsewhere({ assertion }: ClaimDraft, { suspects = [] }: ReportDraft): boolean {
  const [first] = suspects
  const isUnrecorded = first?.change_id === null && first.commit_sha === null
  return isUnrecorded && assertion.some(({ pointer }) => pointer === '/suspects/0/next_check')
}

/** The draft with what answers the question in front; where that tells of a trouble, nothing is called well. */
function withAnswers(
  draft: ReportDraft,
  { answers, claims }: { answers: readonly DirectAnswer[]; claims: readonly ClaimDraft[] },
): ReportDraft {
  const isOfChange = answers.some(({ blamesChange }) => blamesChange)
  const answered = { claims: claims.length, isApart: !answers.some(({ isOfCause }) => isOfCause) }
  if (answers.some(({ isTrouble }) => isTrouble) && draft.verdict === 'healthy')
    return { ...draft, verdict: 'inconclusive', confidence: 0, claims, answered }
  const isKept = (claim: ClaimDraft) =>
    claims.every(({ text }) => text !== claim.text) && !(isOfChange && isSearchElsewhere(claim, draft))
  return { ...draft, claims: [...claims, ...draft.claims.filter(isKept)], answered }
}
