import type { ReactNode } from 'react'

const disc = <circle cx="5" cy="5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.6" />
const diamond = <rect x="1.8" y="1.8" width="6.4" height="6.4" transform="rotate(45 5 5)" fill="currentColor" />

const shapes: Readonly<Record<string, ReactNode>> = {
  fatal: diamond,
  error: diamond,
  warning: <path d="M5 1 9.4 9H.6z" fill="currentColor" />,
}

/** An event's level as a shape. Red is reserved for new or regressed issues: everything else is grey. */
export function Level({ level, isHot }: { level: string; isHot: boolean }) {
  return (
    <svg className={`lv glyph ${isHot ? 'bad' : 'idle'}`} viewBox="0 0 10 10" role="img" aria-label={level}>
      {shapes[level] ?? disc}
    </svg>
  )
}
