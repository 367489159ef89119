import type { ProcessedBatch } from '@signalbox/consumer'
import type { Random } from '../support/random.js'
import type { Json } from './mutations.js'

/** What every round of fuzzing draws from. */
export interface Corpus {
  /** Inflated bodies of recorded envelopes. */
  envelopes: readonly Uint8Array[]
  /** Payloads of recorded events. */
  events: readonly { [key: string]: Json }[]
}

/** One way to feed the system with garbage. A round fails by throwing. */
export interface FuzzSubject {
  name: string
  round: (corpus: Corpus, random: Random) => Promise<void> | void
  /** Rounds of the short run; 3,000 when left out. */
  rounds?: number
  /** Ends what the first round has begun. */
  close?: () => Promise<void> | void
}

/** Items that ended in one way or another. */
export function countedItems({ counts }: ProcessedBatch): number {
  const { stored, dropped, rate_limited, dead_lettered } = counts.items
  return stored + dropped + rate_limited + dead_lettered
}
