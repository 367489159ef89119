import type { Claim, SessionReport } from '@signalbox/contracts'
import { claimHeadings } from '@signalbox/contracts/claim-headings'

export interface NumberedClaim {
  claim: Claim
  /** Position in the report, from 1 on: what addresses carry. */
  number: number
}

/** A claim that the summary states word for word. */
interface CitedClaim extends NumberedClaim {
  /** Where its text ends in the summary. */
  end: number
}

interface ClaimGroup {
  /** Empty if nothing is known about the claims' subject. */
  heading: string
  claims: readonly NumberedClaim[]
}

/**
 * Splits a report's claims into those that the summary states, in the order of its text, and the others by topic. Claims that
 * failed their checks are a group of their own, even if the summary states them.
 */
export function readClaims({ summary, claims }: Pick<SessionReport, 'summary' | 'claims'>): {
  cited: CitedClaim[]
  groups: ClaimGroup[]
} {
  const numbered = claims.map((claim, index) => ({ claim, number: index + 1 }))
  const verified = numbered.filter(({ claim }) => claim.status === 'verified')
  const cited = verified.flatMap((each) => cite(each, summary)).toSorted((a, b) => a.end - b.end)
  const others = verified.filter(({ number }) => !cited.some((each) => each.number === number))
  const headings = [...new Set(Object.values(claimHeadings))]
  const named = headings.map((heading) => ({
    heading,
    claims: others.filter(({ claim }) => headingOf(claim) === heading),
  }))
  const unnamed = others.filter(({ claim }) => claim.topic === undefined)
  const groups = [
    ...named,
    { heading: unnamed.length < others.length ? 'Also verified' : '', claims: unnamed },
    { heading: 'Not proven', claims: numbered.filter(({ claim }) => claim.status === 'unsupported') },
  ]
  return { cited, groups: groups.filter(({ claims: inGroup }) => inGroup.length > 0) }
}

function headingOf({ topic }: Claim): string | undefined {
  return topic && claimHeadings[topic]
}

function cite(each: NumberedClaim, summary: string): CitedClaim[] {
  const text = each.claim.text.trim()
  const at = text === '' ? -1 : summary.indexOf(text)
  return at === -1 ? [] : [{ ...each, end: at + text.length }]
}
