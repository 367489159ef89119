import type { Claim, ClaimTopic, SessionReport } from '@signalbox/contracts'

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

/** Headings of the topics, in the order of the page. */
const headings: Readonly<Record<ClaimTopic, string>> = {
  answer: 'Details',
  onset: 'Impact',
  impact: 'Impact',
  remedy: 'What to do',
  check: 'What to do',
  cause: 'Why',
  symptom: 'Also seen',
  'ruled-out': 'Other changes',
  coverage: 'Coverage',
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
  const topics = [...new Set(Object.values(headings))]
  const named = topics.map((heading) => ({
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
  return topic && headings[topic]
}

function cite(each: NumberedClaim, summary: string): CitedClaim[] {
  const text = each.claim.text.trim()
  const at = text === '' ? -1 : summary.indexOf(text)
  return at === -1 ? [] : [{ ...each, end: at + text.length }]
}
