import type { ReactNode } from 'react'

/** A tone. Each has its own shape, so color is never the only difference. */
export type Tone = 'bad' | 'warn' | 'ok' | 'idle' | 'run' | 'none'

const shapes: Readonly<Record<Tone, ReactNode>> = {
  bad: <rect x="1.8" y="1.8" width="6.4" height="6.4" transform="rotate(45 5 5)" fill="currentColor" />,
  warn: <path d="M5 1 9.4 9H.6z" fill="currentColor" />,
  ok: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  idle: <circle cx="5" cy="5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2 1.5" />,
  none: <circle cx="5" cy="5" r="3" fill="currentColor" />,
  run: (
    <>
      <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.4" opacity=".35" />
      <path
        d="M5 1.4A3.6 3.6 0 0 1 8.6 5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        className="spin"
      />
    </>
  ),
}

/** A state's icon alone. Provide a label if there is no text next to it. */
export function Glyph({ tone, label }: { tone: Tone; label?: string }) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className={`glyph ${tone}`} width="10" height="10" viewBox="0 0 10 10" {...named}>
      {shapes[tone]}
    </svg>
  )
}

/** A state as icon and text, on a tinted background at most once per row. */
export function Status({ tone, isPill = false, children }: { tone: Tone; isPill?: boolean; children: ReactNode }) {
  return (
    <span className={`st ${tone}${isPill ? ' pill' : ''}`}>
      <Glyph tone={tone} />
      {children}
    </span>
  )
}

/** A short tag: new, recommended, a release. */
export function Tag({ tone, children }: { tone?: 'bad' | 'warn' | 'ok' | 'accent' | 'line'; children: ReactNode }) {
  return <span className={`tag${tone ? ` ${tone}` : ''}`}>{children}</span>
}
