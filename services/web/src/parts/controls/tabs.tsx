import { useEffect, useRef, type ReactNode } from 'react'

/** Links to views side by side. Where they do not fit, they scroll, and the one that is open comes into sight. */
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
