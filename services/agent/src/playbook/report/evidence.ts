import type { DerivedEvidence } from '../../investigation/investigation.js'
import type { Hypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'
import type { Scene } from '../scene/scene.js'

const signalsMax = 100
const hypothesesMax = 12

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
  const shared = { kind, score: round(score), parts: parts.map((part) => ({ ...part, score: round(part.score) })) }
  if (hypothesis.kind === 'external') return { ...shared, name: hypothesis.cause.name, what: hypothesis.cause.sentence }
  const { change_id, id, title } = hypothesis.change
  const since = hypothesis.kind === 'change' ? new Date(hypothesis.since).toISOString() : hypothesis.change.occurred_at
  const mechanism = hypothesis.kind === 'change' ? (hypothesis.finding?.mechanism ?? null) : null
  return { ...shared, change_id, id, title, since, mechanism }
}

export function unique(list: readonly string[]): string[] {
  return [...new Set(list)]
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
