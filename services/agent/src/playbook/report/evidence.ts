import type { DerivedEvidence } from '../../investigation/investigation.js'
import type { Finding } from '../mechanisms/mechanism.js'
import type { Hypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'
import { findSilent } from '../scene/find-silence.js'
import type { Scene } from '../scene/scene.js'
import type { Signal } from '../signals/signal.js'
import { findBlastRadius } from './blast-radius.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import { countThings } from '../../wording/count-things.js'
import { servicesOf } from '../changes/deployments.js'
import { nameOfRival } from './rivals.js'
import { describeSuspects } from './suspects.js'
import { whyNot, whySuspected } from './why-not.js'

const signalsMax = 100
export const hypothesesMax = 12

/** What departed, as the report shows it: the weightiest, in the order of their time. */
export function shownSignals({ signals }: Scene): readonly Signal[] {
  if (signals.length <= signalsMax) return signals
  const least = signals.map(({ weight }) => weight).sort((a, b) => b - a)[signalsMax - 1] ?? 0
  return signals.filter(({ weight }) => weight >= least).slice(0, signalsMax)
}

/** What departed and when, in the form in which claims point into it. */
export function timelineEvidence(scene: Scene): DerivedEvidence {
  const { signals, onset, alerting, facts, hole } = scene
  const silent = findSilent(facts)
  const shown = shownSignals(scene)
  const firstFailing = signals.some(({ bad }) => bad) ? findFirstFailing(scene) : null
  return {
    summary:
      onset === null
        ? 'Nothing left its usual level'
        : `It began at ${toIso(onset)}; ${countThings(signals.length, 'thing is', 'things are')} not as usual`,
    derivedFrom: unique(shown.map(({ evidence }) => evidence)),
    data: {
      onset_at: onset === null ? null : toIso(onset),
      alert_at: toIso(facts.alert.firedAt),
      alerting_service: alerting,
      silent_service: silent?.service ?? null,
      silent_since: silent === null || silent.since === null ? null : toIso(silent.since),
      nothing_received: hole === null ? null : { from: toIso(hole.start), until: toIso(hole.end) },
      looked_at: lookedAt(scene),
      gaps: facts.gaps,
      first_failing_service: firstFailing,
      hit: [...(firstFailing === null ? [] : [firstFailing]), ...findBlastRadius(scene, firstFailing)],
      bad_signals: signals.filter(({ bad }) => bad).length,
      signals: shown.map(({ service, source, at, bad, what }) => ({ service, source, at: toIso(at), bad, what })),
    },
  }
}

/** How much was looked at, and from when to when. */
export function lookedAt({ facts: { window, services, series, logPatterns, errorGroups } }: Scene) {
  return {
    from: toIso(window.start),
    until: toIso(window.end),
    services: services.length,
    series: series.length,
    log_patterns: logPatterns.length,
    error_kinds: errorGroups.length,
  }
}

/** What was considered, with every part of the score. */
export function rankingEvidence(ranking: Ranking, scene: Scene): DerivedEvidence {
  const { hypotheses, confidence } = ranking
  const shown = hypotheses.slice(0, hypothesesMax)
  const outside = shown.flatMap((hypothesis) => (hypothesis.kind === 'external' ? hypothesis.cause.evidence : []))
  return {
    summary: describeRanking(ranking),
    derivedFrom: unique([
      ...scene.facts.changesEvidence,
      ...shownSignals(scene).map(({ evidence }) => evidence),
      ...outside,
    ]),
    data: { confidence: round(confidence), suspects: describeSuspects(ranking), hypotheses: shown.map(toData) },
  }
}

function describeRanking({ hypotheses, confidence }: Ranking): string {
  const [first] = hypotheses
  const share = `${Math.round(confidence * 100)} %`
  const compared = `Compared ${countThings(hypotheses.length, 'possible cause')}`
  if (first === undefined || first.kind === 'unrecorded')
    return `${compared}: that nothing recorded here explains it is the likeliest (${share})`
  const name = 'change' in first ? nameOfRival(first) : first.cause.sentence
  return `${compared}: the likeliest is ${name} (${share})`
}

function toData(hypothesis: Hypothesis): Record<string, unknown> {
  const { kind, score, parts, probability } = hypothesis
  const scored = {
    probability: round(probability),
    score: round(score),
    parts: parts.map((part) => ({ ...part, score: round(part.score) })),
  }
  if (hypothesis.kind === 'unrecorded') return { kind, ...scored }
  if (hypothesis.kind === 'external') {
    const { name, sentence, changeId } = hypothesis.cause
    return { kind, name, what: sentence, change_id: changeId, ...scored }
  }
  const { change_id, id, title } = hypothesis.change
  const named = { kind, change_id, id, title, why: whySuspected(hypothesis), why_not: whyNot(hypothesis), ...scored }
  if (hypothesis.kind === 'unknown-deployment')
    return {
      ...named,
      since: toIso(hypothesis.since),
      reported_at: hypothesis.change.occurred_at,
      runs_on: servicesOf(hypothesis.change),
      is_first_release: hypothesis.release?.isFirst ?? null,
    }
  const { since, live, flag, finding } = hypothesis
  return {
    ...named,
    since: toIso(since),
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

export function toIso(at: number): string {
  return new Date(at).toISOString()
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)]
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
