import type { DerivedEvidence } from '../../investigation/investigation.js'
import type { Finding } from '../mechanisms/mechanism.js'
import type { Hypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'
import type { Scene } from '../scene/scene.js'
import { whyNot } from './why-not.js'

export const signalsMax = 100
export const hypothesesMax = 12

/** What departed and when, in the form in which claims point into it. */
export function timelineEvidence({ signals, onset, alerting }: Scene): DerivedEvidence {
  const shown = signals.slice(0, signalsMax)
  return {
    summary:
      onset === null
        ? 'Nothing left its level'
        : `${signals.length} signals departed, the first at ${new Date(onset).toISOString()} on ${signals[0]?.service ?? ''}`,
    derivedFrom: unique(shown.map(({ evidence }) => evidence)),
    data: {
      onset_at: onset === null ? null : new Date(onset).toISOString(),
      alerting_service: alerting,
      bad_signals: signals.filter(({ bad }) => bad).length,
      signals: shown.map(({ service, source, at, bad, what }) => ({
        service,
        source,
        at: new Date(at).toISOString(),
        bad,
        what,
      })),
    },
  }
}

/** What was considered, with every part of the score. */
export function rankingEvidence({ hypotheses, confidence, margin, doubts }: Ranking, scene: Scene): DerivedEvidence {
  const shown = hypotheses.slice(0, hypothesesMax)
  const outside = shown.flatMap((hypothesis) => (hypothesis.kind === 'external' ? hypothesis.cause.evidence : []))
  return {
    summary: `${hypotheses.length} causes considered; the likeliest has a probability of ${Math.round(confidence * 100)} %`,
    derivedFrom: unique([
      ...scene.facts.changesEvidence,
      ...scene.signals.slice(0, signalsMax).map(({ evidence }) => evidence),
      ...outside,
    ]),
    data: { confidence: round(confidence), margin: round(margin), doubts, hypotheses: shown.map(toData) },
  }
}

function toData(hypothesis: Hypothesis): Record<string, unknown> {
  const { kind, score, parts } = hypothesis
  const scored = { score: round(score), parts: parts.map((part) => ({ ...part, score: round(part.score) })) }
  if (hypothesis.kind === 'external') {
    const { name, sentence, changeId } = hypothesis.cause
    return { kind, name, what: sentence, change_id: changeId, ...scored }
  }
  const { change_id, id, title } = hypothesis.change
  const named = { kind, change_id, id, title, why_not: whyNot(hypothesis), ...scored }
  if (hypothesis.kind === 'unknown-deployment') return { ...named, since: hypothesis.change.occurred_at }
  const { since, live, flag, finding } = hypothesis
  return {
    ...named,
    since: new Date(since).toISOString(),
    runs_on: live.services,
    flag: flag?.name ?? null,
    finding:
      finding === null ? null : { mechanism: finding.mechanism, sentence: finding.sentence, line: shownLine(finding) },
  }
}

const lineLengthMax = 200

/** The line of the diff as claims quote it. */
export function shownLine({ line }: Finding): string {
  return line.replaceAll('`', "'").slice(0, lineLengthMax).trim()
}

export function unique(list: readonly string[]): string[] {
  return [...new Set(list)]
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
