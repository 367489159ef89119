import type { ProcessedBatch } from '@signalbox/consumer'
import type { Random } from '../support/random.js'
import type { Json } from './mutations.js'

/** Inputs available to every fuzzing round. */
export interface Corpus {
  /** Inflated bodies of recorded envelopes. */
  envelopes: readonly Uint8Array[]
  /** Payloads of recorded events. */
  events: readonly { [key: string]: Json }[]
}

/** A fuzzing target. A round fails by throwing. */
export interface FuzzSubject {
  name: string
  round: (corpus: Corpus, random: Random) => Promise<void> | void
  /** Rounds of the short run; default: 3,000. */
  rounds?: number
  /** Stops what the first round started. */
  close?: () => Promise<void> | void
}

/** The number of items with any outcome. */
export function countedItems({ counts }: ProcessedBatch): number {
  const { stored, dropped, rate_limited, dead_lettered } = counts.items
  return stored + dropped + rate_limited + dead_lettered
}
