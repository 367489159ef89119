import type { ReactNode } from 'react'
import { Icon } from '../../parts/icon/icon.js'
import { Glyph } from '../../parts/status/status.js'
import styles from './first-run.module.css'

interface StepProps {
  number: number
  /** Completed, current, waiting, or upcoming. */
  state: 'done' | 'now' | 'wait' | 'ahead'
  title: string
  children?: ReactNode
}

/** One step of the page. */
export function Step({ number, state, title, children }: StepProps) {
  return (
    <li className={styles[state]} {...(state === 'now' && { 'aria-current': 'step' })}>
      <span className={styles['number']} aria-hidden="true">
        {state === 'done' ? <Icon name="check" isSmall /> : state === 'wait' ? <Glyph tone="run" /> : number}
      </span>
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  )
}
