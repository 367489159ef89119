import type { DerivedEvidence } from '../../investigation/investigation.js'
import type { Finding } from '../mechanisms/mechanism.js'
import type { Hypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'
import { findSilent } from '../scene/find-silence.js'
import type { Scene } from '../scene/scene.js'
import type { Signal } from '../signals/signal.js'
import { shorten } from '../text/shorten.js'
import { findBlastRadius } from './blast-radius.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import { countThings } from '../../wording/count-things.js'
import { formatLikelihood, storedProbability } from '../../wording/likelihood.js'
import { servicesOf } from '../changes/deployments.js'
import { nameOfRival } from './rivals.js'
import { clock, toIso } from './clock.js'
import { findPreviousVersion } from './previous-version.js'
import { ruleOut } from './ruled-out.js'
import { describeSuspects } from './suspects.js'
import { whyNot, whySuspected } from './why-not.js'

const signalsMax = 100
export const hypothesesMax = 12

/** Returns the strongest signals in time order. */
export function shownSignals({ signals }: Scene): readonly Signal[] {
  if (signals.length <= signalsMax) return signals
  const least = signals.map(({ weight }) => weight).sort((a, b) => b - a)[signalsMax - 1] ?? 0
  return signals.filter(({ weight }) => weight >= least).slice(0, signalsMax)
}

/** Returns the timeline that claims point into. */
export function timelineEvidence(scene: Scene): DerivedEvidence {
  const { signals, onset, alerting, facts, hole } = scene
  const silent = findSilent(facts)
  const shown = shownSignals(scene)
  const firstFailing = signals.some(({ bad }) => bad) ? findFirstFailing(scene) : null
  return {
    summary:
      onset === null
        ? 'Everything is at its usual level'
        : `The problem started at ${clock(onset)}; ${countThings(signals.length, 'signal')} left the usual level`,
    derivedFrom: unique(shown.map(({ evidence }) => evidence)),
    data: {
      onset_at: onset === null ? null : toIso(onset),
      alert_at: toIso(facts.alert.firedAt),
      alerting_service: alerting,
      silent_service: silent?.service ?? null,
      silent_since: silent === null || silent.since === null ? null : toIso(silent.since),
      nothing_received: hole === null ? null : { from: toIso(hole.start), until: toIso(hole.end) },
      looked_at: examinedData(scene),
      new_errors: newErrors(scene),
      gaps: facts.gaps,
      first_failing_service: firstFailing,
      hit: [...(firstFailing === null ? [] : [firstFailing]), ...findBlastRadius(scene, firstFailing)],
      bad_signals: signals.filter(({ bad }) => bad).length,
      signals: shown.map(({ service, source, at, bad, what }) => ({ service, source, at: toIso(at), bad, what })),
    },
  }
}

const newErrorsMax = 3

/**
 * Errors that appeared in the window but don't count as a problem, because they stopped or are too few. Latest first.
 */
export function newErrors({ facts: { errorGroups }, signals }: Scene) {
  const ongoing = new Set(signals.map(({ source, text }) => (source === 'error' ? text : '')))
  return errorGroups
    .map((group) => ({ ...group, text: `${group.type}: ${group.message}` }))
    .filter(({ state, text }) => state !== 'known' && !ongoing.has(text))
    .sort((a, b) => b.lastSeenAt - a.lastSeenAt)
    .slice(0, newErrorsMax)
    .map(({ service, text, count, lastSeenAt }) => ({
      service,
      what: shorten(text),
      count,
      last_seen_at: toIso(lastSeenAt),
    }))
}

/** Returns how much data was examined, and over which time. */
export function examinedData({ facts: { window, services, series, logPatterns, errorGroups } }: Scene) {
  return {
    from: toIso(window.start),
    until: toIso(window.end),
    services: services.length,
    series: series.length,
    log_patterns: logPatterns.length,
    error_kinds: errorGroups.length,
  }
}

/** Returns all hypotheses with every part of their scores, which claims point into. */
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
    data: {
      confidence: storedProbability(confidence),
      rollback_to: findPreviousVersion(scene.facts.changes, ranking.cause),
      suspects: describeSuspects(ranking),
      ruled_out: ruleOut(ranking),
      hypotheses: shown.map(toData),
    },
  }
}

function describeRanking({ hypotheses, confidence }: Ranking): string {
  const [first] = hypotheses
  const share = formatLikelihood(confidence)
  const compared = `Compared ${countThings(hypotheses.length, 'possible cause')}`
  if (first === undefined || first.kind === 'unrecorded')
    return `${compared}: most likely nothing recorded here explains it (${share})`
  const name = 'change' in first ? nameOfRival(first) : first.cause.sentence
  return `${compared}; most likely: ${name} (${share})`
}

function toData(hypothesis: Hypothesis): Record<string, unknown> {
  const { kind, score, parts, probability } = hypothesis
  const scored = {
    probability: storedProbability(probability),
    score: round(score),
    parts: parts.map(({ name, score: part, reason }) => ({ name, score: round(part), reason: reason?.text ?? '' })),
  }
  if (hypothesis.kind === 'unrecorded') return { kind, ...scored }
  if (hypothesis.kind === 'external') {
    const { name, sentence, changeId, on = null, advice = null } = hypothesis.cause
    return { kind, name, what: sentence, on, advice, change_id: changeId, ...scored }
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

const lineLengthMax = 120

export function shownLine({ line }: Finding): string {
  const plain = line.replaceAll('`', "'").trim()
  return plain.length > lineLengthMax ? `${plain.slice(0, lineLengthMax - 1).trimEnd()}…` : plain
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)]
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
