import type { ReactNode } from 'react'

interface FigureProps {
  label: string
  value: ReactNode
  /** What the value refers to or how it compares. */
  children: ReactNode
}

/** One of a card's few large numbers. Its row has the class `figs`. */
export function Figure({ label, value, children }: FigureProps) {
  return (
    <div className="fig">
      <div className="lab">{label}</div>
      <div className="val clip">{value}</div>
      <div className="sub">{children}</div>
    </div>
  )
}
