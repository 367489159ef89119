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

/**
 * Reads from the address which evidence is open. Where there is room beside the report, the evidence of its first claim is
 * open until somebody opens another or closes it.
 */
export function useOpenEvidence({ report }: Pick<SessionDetail, 'report'>): OpenEvidence | undefined {
  const { evidence, claim } = useSearch({ strict: false })
  const isWide = useSyncExternalStore(watch, () => wide.matches)
  if (evidence === 'none') return undefined
  if (evidence !== undefined) {
    return { id: evidence, claim: claim === undefined ? undefined : Number(claim), isAsked: true }
  }
  const first = report?.claims.findIndex(({ evidence_ids: ids }) => ids.length > 0) ?? -1
  const [id] = report?.claims[first]?.evidence_ids ?? []
  return isWide && id !== undefined ? { id, claim: first + 1, isAsked: false } : undefined
}

function watch(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => {
    wide.removeEventListener('change', listener)
  }
}
