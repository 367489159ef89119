import { useEffect, useRef, type ReactNode } from 'react'

/** Links to sibling views. If they do not fit, they scroll, and the current one is scrolled into view. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  const shown = useRef<Element>(undefined)
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]') ?? undefined
    if (current === shown.current) return
    shown.current = current
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {children}
    </nav>
  )
}
