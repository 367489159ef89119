import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

/**
 * The way to an issue of the list. The router's own link watches the router and the screen for each of thousands of rows;
 * this one works out its address once and asks the router when it is used.
 */
export function IssueLink({ issueId, children }: { issueId: string; children: ReactNode }) {
  const router = useRouter()
  const place = { to: '/issues/$issueId', params: { issueId } } as const
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate(place)
  }
  const preload = () => void router.preloadRoute(place)
  return (
    <a
      className="name clip"
      href={router.buildLocation(place).href}
      onClick={follow}
      {...{ onFocus: preload, onPointerEnter: preload }}
    >
      {children}
    </a>
  )
}
