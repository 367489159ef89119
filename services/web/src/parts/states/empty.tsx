import type { ReactNode } from 'react'
import styles from './states.module.css'

/** An empty state: one sentence why, and one action. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <p className="strong">{title}</p>
      {children !== undefined && <div className="t2">{children}</div>}
      {action}
    </div>
  )
}
