import type { ReactNode } from 'react'
import styles from './states.module.css'

/** Nothing is here: one sentence why, one thing to do. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <p className="strong">{title}</p>
      {children !== undefined && <div className="t2">{children}</div>}
      {action}
    </div>
  )
}
