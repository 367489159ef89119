import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

const placeOf = (issueId: string) => ({ to: '/issues/$issueId', params: { issueId } }) as const

/** Returns issue addresses. The part after the id is computed once for the entire list. */
export function useIssueAddress(): (issueId: string) => string {
  const { searchStr } = useRouter().buildLocation(placeOf(''))
  return (issueId) => `/issues/${encodeURIComponent(issueId)}${searchStr}`
}

interface IssueLinkProps {
  issueId: string
  href: string
  children: ReactNode
}

/**
 * A link to an issue of the list. The router's own link subscribes to the router and the screen in each of thousands of
 * rows; this one uses the router only on click.
 */
export function IssueLink({ issueId, href, children }: IssueLinkProps) {
  const router = useRouter()
  const place = placeOf(issueId)
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate(place)
  }
  const preload = () => void router.preloadRoute(place)
  return (
    <a className="name clip" href={href} onClick={follow} {...{ onFocus: preload, onPointerEnter: preload }}>
      {children}
    </a>
  )
}
