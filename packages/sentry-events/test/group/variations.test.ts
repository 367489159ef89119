import { expect } from 'chai'
import { groupEvent, normalizeEvent } from '../../src/index.js'
import { eventInput } from './event-input.js'
import { pairs } from './pairs/index.js'
import type { Payload } from './pairs/pair.js'
import { callVariations, ownerVariations, panicVariations } from './variations/calls.js'
import { contrasts } from './variations/contrasts.js'
import { nameVariations } from './variations/names.js'
import { placeVariations } from './variations/places.js'
import { refactorings } from './variations/refactorings.js'
import type { Vary } from './variations/stacks.js'
import { idVariations, textVariations } from './variations/texts.js'

/*
 * Every recorded event, varied mechanically in ways that its recording didn't happen to vary. Unlike the pairs, which a rule may
 * fit one by one, these hold only if a rule covers what may vary in general.
 */

/** One of this many events; a different part of them for each variation. */
const oneOf = 7

/** What grouping can't know of some events, by the share that may be split: see docs/grouping.md. */
const shareSplit = new Map([
  ['another caller two levels up', 0.1],
  ['the oldest frames trimmed', 0.1],
  ['a Rust function without its modules', 0.15],
  ['a retry around the failing call', 0.15],
])
const shareSplitMax = 0.06
/** Contrasts may leave this share of events in one issue: those whose application chose the fingerprint, and the like. */
const shareMergedMax = 0.04

const events = [...new Map(pairs.flatMap(({ left, right }) => [left, right]).map((one) => [JSON.stringify(one), one]))]
  .map(([, event]) => event)
  .filter((event) => event['fingerprint'] === undefined)

function fingerprintOf(payload: Payload): string {
  return groupEvent(normalizeEvent(payload, eventInput(payload))).fingerprint
}

const known = new Map<Payload, string>()

function knownFingerprintOf(event: Payload): string {
  const fingerprint = known.get(event) ?? fingerprintOf(event)
  known.set(event, fingerprint)
  return fingerprint
}

/** The events that the variation applies to, as [fingerprint, fingerprint of the varied event]. */
function apply(vary: Vary, part: number): [string, string][] {
  return events
    .filter((_, index) => index % oneOf === part % oneOf)
    .flatMap((event): [string, string][] => {
      const varied = vary(event)
      return varied === undefined ? [] : [[knownFingerprintOf(event), fingerprintOf(varied)]]
    })
}

function shareOf(results: readonly [string, string][], isCounted: (left: string, right: string) => boolean): number {
  return results.filter((one) => isCounted(...one)).length / Math.max(1, results.length)
}

describe('a recorded event', () => {
  const kinds = {
    placeVariations,
    callVariations,
    ownerVariations,
    textVariations,
    nameVariations,
    refactorings,
    panicVariations,
    idVariations,
  }
  const variations = Object.values(kinds).flatMap((kind) => Object.entries(kind))
  for (const [index, [name, vary]] of variations.entries()) {
    it(`is in the same issue with ${name}`, () => {
      const results = apply(vary, index)
      const share = shareOf(results, (left, right) => left !== right)
      expect(share, `of ${results.length} events`).to.be.at.most(shareSplit.get(name) ?? shareSplitMax)
    })
  }

  for (const [index, [name, vary]] of Object.entries(contrasts).entries()) {
    it(`is in another issue with ${name}`, () => {
      const results = apply(vary, index)
      expect(results).to.have.length.above(5)
      const share = shareOf(results, (left, right) => left === right)
      expect(share, `of ${results.length} events`).to.be.at.most(shareMergedMax)
    })
  }
})
