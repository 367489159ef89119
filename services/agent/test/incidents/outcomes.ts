import type { Random } from '../../../../test/support/random.js'
import { levels, outsideMin, uncertainMax } from '../../src/playbook/scoring/rank.js'
import { logLoss, predict, type Example, type Weights } from './fit-model.js'

/** The ranking's result for an example. */
export interface Outcome {
  example: Example
  /** Of the top suspect. */
  probability: number
  isTrue: boolean
  /** Rank of the truth, from 1. */
  place: number
  isNamed: boolean
  isChange: boolean
  /** Negative log probability of the truth. */
  loss: number
}

export function toOutcome(example: Example, weights: Weights): Outcome {
  const p = predict(example, weights)
  const order = p.map((_, index) => index).sort((a, b) => (p[b] ?? 0) - (p[a] ?? 0))
  const top = order[0] ?? 0
  const likelihood = p[top] ?? 0
  const evidence = weights.onlyChange * (example.options[top]?.features.onlyChange ?? 0)
  const left = likelihood * Math.exp(-evidence)
  const restsOnTime = evidence > 0 && left / (left + 1 - likelihood) < levels.likely
  const probability = Math.min(likelihood, restsOnTime ? uncertainMax : 1)
  const kind = example.options[top]?.kind ?? 'none'
  const isNameable = kind === 'none' ? example.outside >= outsideMin : kind !== 'unknown'
  return {
    example,
    probability,
    isTrue: top === example.truth,
    place: order.indexOf(example.truth) + 1,
    isNamed: isNameable && probability >= levels.likely,
    isChange: kind !== 'none' && kind !== 'unknown',
    loss: logLoss(example, weights),
  }
}

export function summarize(all: readonly Outcome[]) {
  const count = (is: (one: Outcome) => boolean) => all.filter(is).length
  const blamed = all.filter((one) => one.isNamed && !one.isTrue && one.isChange)
  return {
    incidents: all.length,
    right: count(isRight),
    'innocent found': blamed.filter(({ probability }) => probability >= levels.found).length,
    'innocent likely': blamed.filter(({ probability }) => probability < levels.found).length,
    denied: count(({ isNamed, isTrue, isChange }) => isNamed && !isTrue && !isChange),
    first: count(({ isTrue }) => isTrue),
    'among three': count(({ place }) => place <= 3),
    loss: round(sumOf(all, ({ loss }) => loss)),
  }
}

/** 90 % bootstrap interval over incidents (B. Efron, Bootstrap methods, 1979). */
export function spreadOf(all: readonly Outcome[], random: Random) {
  const draws = Array.from({ length: 1_000 }, () => all.flatMap(() => all[random.integer(0, all.length - 1)] ?? []))
  const between = (values: number[]) => {
    const sorted = values.sort((a, b) => a - b)
    return `${round(sorted[50] ?? 0)} to ${round(sorted[949] ?? 0)}`
  }
  return {
    right: between(draws.map((draw) => draw.filter(isRight).length)),
    loss: between(draws.map((draw) => sumOf(draw, ({ loss }) => loss))),
  }
}

/** Calibration: the share of true statements among those with about the same probability. */
export function reliability(all: readonly Outcome[]) {
  return [0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1.001].flatMap((until, index, bounds) => {
    const from = bounds[index - 1] ?? 0
    const within = all.filter(({ probability }) => probability >= from && probability < until)
    const mean = (read: (one: Outcome) => number) => sumOf(within, read) / within.length
    return within.length === 0
      ? []
      : [{ said: mean(({ probability }) => probability), was: mean(({ isTrue }) => Number(isTrue)), of: within.length }]
  })
}

export function calibrationError(all: readonly Outcome[]): number {
  return sumOf(reliability(all), ({ said, was, of }) => (Math.abs(said - was) * of) / all.length)
}

export function isRight({ isNamed, isTrue }: Outcome): boolean {
  return isNamed && isTrue
}

export function sumOf<T>(list: readonly T[], read: (one: T) => number): number {
  return list.reduce((sum, one) => sum + read(one), 0)
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}
