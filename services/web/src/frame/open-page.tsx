import type { ReactNode } from 'react'
import { Brand } from './sidebar/brand.js'
import styles from './open-page.module.css'

/** Page for people who are not signed in: one centered card. */
export function OpenPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles['page']} id="main">
      <div className={styles['brand']}>
        <Brand />
        Signalbox
      </div>
      <div className={`card ${styles['card'] ?? ''}`}>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
