import { minuteMs } from '@signalbox/contracts'
import { massWithin, type Weighed } from './weigh-departures.js'

/** Departures within this time count as one beginning. */
const togetherMs = 3 * minuteMs
/**
 * Minimum weights to move the onset back: just before the current estimate, and far before it for failures and for
 * anything sudden.
 */
const much = { near: 2.2, farFailures: 2.2, farSharp: 3 }
const nearMs = 6 * minuteMs
const farMs = 60 * minuteMs
const anchorMs = 45 * minuteMs
const anchorWeightMin = 0.8
/**
 * Minimum weight of what began with the onset if there is neither an alert nor a new error: quiet hours have isolated
 * oddities.
 */
const massMin = 1.5

/** When the problem began. */
export interface Onset {
  at: number
  /** The departure that dates the onset: the first that belongs to it. */
  first: Weighed
  /** Weight of everything that began with it; below 3 the evidence is thin. */
  mass: number
}

/** What the onset is derived from. */
interface OnsetInput {
  alerting: string | null
  firedAt: number
  /** True if the alert's time is known; otherwise `firedAt` is the time of the question. */
  isFired: boolean
  /** True if an alert named a metric. */
  isAlerted: boolean
}

/**
 * Dates the onset of the problem that an alert is about. The search starts at the alert: at the series it names, or at
 * what the alerting service shows. From there it only moves back to times at which much began together, because
 * isolated departures begin all the time.
 * @returns undefined if nothing departed, or too little for a problem.
 */
export function locateOnset(
  departures: readonly Weighed[],
  { alerting, firedAt, isFired, isAlerted }: OnsetInput,
): Onset | undefined {
  const inOrder = [...departures].sort((a, b) => a.at - b.at)
  const anchor = findAnchor(inOrder, { alerting, firedAt, isFired })
  if (anchor === undefined) return undefined
  const felt = inOrder.filter(({ isFelt }) => isFelt)
  const near = walkNear(felt, anchor)
  const at = walkFar(felt, near)
  const mass = massWithin(inOrder, at - 2 * minuteMs, at + 6 * minuteMs)
  if (mass < massMin && !isAlerted && !departures.some(({ source }) => source === 'error')) return undefined
  const first =
    inOrder.find((one) => one.at >= at && one.weight >= 0.3) ?? inOrder.find((one) => one.at >= at) ?? inOrder[0]
  if (!first) return undefined
  return { at, first, mass }
}

function findAnchor(
  departures: readonly Weighed[],
  { alerting, firedAt, isFired }: Omit<OnsetInput, 'isAlerted'>,
): number | undefined {
  const own = departures.filter(({ isAlerting }) => isAlerting)
  const [named] = own.sort((a, b) => b.effect - a.effect)
  if (named) return named.isSharp ? named.at : dateRamp(departures, { foot: named.at, firedAt })
  // Alerts fire soon after a problem began. A question may come hours later; then only user-visible departures date it.
  const isAnchor = ({ service, weight, at, isFelt }: Weighed) =>
    service === alerting &&
    weight >= anchorWeightMin &&
    at <= firedAt + 3 * minuteMs &&
    (isFired ? at >= firedAt - anchorMs : isFelt)
  const ofService = departures.filter(isAnchor)
  if (ofService.length > 0) return weightedMedian(ofService)
  const strongest = departures.reduce<Weighed | undefined>(
    (most, one) => (most && most.weight >= one.weight ? most : one),
    undefined,
  )
  return strongest?.at
}

/** A gradual ramp is dated by the failures that begin together on it, or else by its foot. */
function dateRamp(departures: readonly Weighed[], { foot, firedAt }: { foot: number; firedAt: number }): number {
  const failures = departures.filter(({ isFailure, isSharp }) => isFailure && isSharp)
  return (
    failures.find(({ at }) => at >= foot && at <= firedAt && beginTogether(failures, at, much.farFailures))?.at ?? foot
  )
}

function weightedMedian(departures: readonly Weighed[]): number {
  const half = departures.reduce((sum, { weight }) => sum + weight, 0) / 2
  let sum = 0
  for (const { at, weight } of departures) {
    sum += weight
    if (sum >= half) return at
  }
  return departures.at(-1)?.at ?? 0
}

/** Moves back in steps of minutes for as long as much began together. */
function walkNear(departures: readonly Weighed[], from: number): number {
  let at = from
  for (;;) {
    const earlier = departures.find(
      (one) => one.at >= at - nearMs && one.at < at && massWithin(departures, one.at, one.at + togetherMs) >= much.near,
    )
    if (!earlier) return at
    at = earlier.at
  }
}

/** Makes a long move back only to where failures began together, or very much did. */
function walkFar(departures: readonly Weighed[], from: number): number {
  const sharp = departures.filter(({ isSharp }) => isSharp)
  const failures = sharp.filter(({ isFailure }) => isFailure)
  const beginsAt = (at: number) =>
    beginTogether(failures, at, much.farFailures) || beginTogether(sharp, at, much.farSharp)
  return departures.find(({ at }) => at >= from - farMs && at < from && beginsAt(at))?.at ?? from
}

/**
 * True if several departures with this total weight begin within minutes; single ones, however clear, begin all the
 * time.
 */
function beginTogether(departures: readonly Weighed[], at: number, weightMin: number): boolean {
  const until = at + togetherMs
  const count = departures.filter((one) => one.at >= at && one.at <= until).length
  return count > 1 && massWithin(departures, at, until) >= weightMin
}
