import type { SessionDetail } from '@signalbox/contracts'
import { useSearch } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

/** The evidence beside the page, and the claim it is shown for. */
export interface OpenEvidence {
  id: string
  /** From 1 on; undefined when it was not opened from a claim. */
  claim: number | undefined
  /** Whether somebody asked for it: then it takes the focus. */
  isAsked: boolean
}

const wide = matchMedia('(min-width: 1400px)')

interface Shown extends Pick<SessionDetail, 'report' | 'steps'> {
  /** Whether more steps follow: the session is active, or its replay has not reached the end. */
  isUnderWay: boolean
}

/**
 * Reads from the address which evidence is open. Wide screens open some by themselves until someone opens another or
 * closes it: the first claim's in a report, the newest while steps are under way.
 * @returns `coming` before the first step with evidence, so that the page can reserve its place.
 */
export function useOpenEvidence(shown: Shown): OpenEvidence | 'coming' | undefined {
  const { evidence, claim } = useSearch({ strict: false })
  const isWide = useSyncExternalStore(watch, () => wide.matches)
  if (evidence === 'none') return undefined
  if (evidence !== undefined) {
    return { id: evidence, claim: claim === undefined ? undefined : Number(claim), isAsked: true }
  }
  return isWide ? chooseEvidence(shown) : undefined
}

function chooseEvidence({ report, steps, isUnderWay }: Shown): OpenEvidence | 'coming' | undefined {
  if (isUnderWay) {
    const newest = steps.flatMap(({ evidence }) => evidence).at(-1)
    return newest ? { id: newest.evidence_id, claim: undefined, isAsked: false } : 'coming'
  }
  const first = report?.claims.findIndex(({ evidence_ids: ids }) => ids.length > 0) ?? -1
  const [id] = report?.claims[first]?.evidence_ids ?? []
  return id === undefined ? undefined : { id, claim: first + 1, isAsked: false }
}

function watch(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => {
    wide.removeEventListener('change', listener)
  }
}
