import { limits, type Claim } from '@signalbox/contracts'
import type { ClaimDraft } from '../investigation/investigation.js'
import { collectParts, joinParts, nothingBound, type BoundParts } from './bound-parts.js'
import { checkAssertions, type HeldGroup } from './check-assertions.js'
import { isBound } from './is-bound.js'
import { readMentions, type Mention } from './read-mentions.js'

/** What statements are checked against. */
export interface Grounds {
  results: ReadonlyMap<string, unknown>
  knownNames: ReadonlySet<string>
}

export interface CheckedClaim {
  claim: Claim
  /** What the claim's assertions bind; nothing if it is unsupported. */
  parts: BoundParts
}

/** A claim is verified if it has assertions, all of them hold, and they bind everything its text mentions. */
export function checkClaim({ text, topic, assertion }: ClaimDraft, grounds: Grounds): CheckedClaim {
  const shortText = text.slice(0, limits.report.claimLengthMax)
  const checks = assertion.slice(0, limits.report.assertionsMax)
  const isWhole = shortText === text && checks.length === assertion.length && checks.length > 0 && text.trim() !== ''
  const groups = isWhole ? checkAssertions(checks, grounds.results) : undefined
  const parts = groups && bindAll(readMentions(text, grounds.knownNames), groups, evidenceOf(checks))
  return {
    claim: {
      text: shortText,
      ...(topic !== undefined && { topic }),
      evidence_ids: evidenceOf(checks),
      assertion: checks,
      status: parts === undefined ? 'unsupported' : 'verified',
    },
    parts: parts ?? nothingBound,
  }
}

/** True if everything a text mentions is bound. */
export function isTextBound(text: string, parts: BoundParts, { knownNames }: Grounds): boolean {
  return readMentions(text, knownNames).every((mention) => isBound(mention, parts))
}

function evidenceOf(assertions: ClaimDraft['assertion']): string[] {
  return [...new Set(assertions.map(({ evidence_id }) => evidence_id))]
}

/**
 * Chooses for each group the alternative that binds most of what is still unbound; undefined if anything stays unbound.
 * This way a statement about one list element cannot be assembled from several.
 */
function bindAll(
  mentions: readonly Mention[],
  groups: readonly HeldGroup[],
  evidenceIds: readonly string[],
): BoundParts | undefined {
  let open = mentions.filter((mention) => !(mention.kind === 'name' && evidenceIds.includes(mention.text)))
  const chosen: BoundParts[] = []
  for (const group of groups) {
    const best = chooseBest(group, open)
    chosen.push(best)
    open = open.filter((mention) => !isBound(mention, best))
  }
  const parts = joinParts(chosen)
  return open.every((mention) => isBound(mention, parts)) ? parts : undefined
}

function chooseBest(group: HeldGroup, open: readonly Mention[]): BoundParts {
  let best: { parts: BoundParts; bound: number } | undefined
  for (const held of group) {
    const parts = collectParts(held)
    const bound = open.filter((mention) => isBound(mention, parts)).length
    if (best === undefined || bound > best.bound) best = { parts, bound }
    if (best.bound === open.length) break
  }
  return best?.parts ?? nothingBound
}
