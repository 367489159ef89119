import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

const placeOf = (issueId: string) => ({ to: '/issues/$issueId', params: { issueId } }) as const

/** The addresses of issues. What follows the id is worked out once for the whole list. */
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
 * The way to an issue of the list. The router's own link watches the router and the screen for each of thousands of rows;
 * this one asks the router when it is used.
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
