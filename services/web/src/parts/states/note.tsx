import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.js'

type NoteTone = 'warn' | 'bad' | 'accent'

const icons: Readonly<Record<NoteTone, IconName>> = { warn: 'issue', bad: 'issue', accent: 'clock' }

/** A note about the data shown: partial, stale, failed. */
export function Note({ tone, icon, children }: { tone?: NoteTone; icon?: IconName; children: ReactNode }) {
  return (
    <div className={`note${tone ? ` ${tone}` : ''}`}>
      <Icon name={icon ?? (tone ? icons[tone] : 'clock')} isSmall />
      <div>{children}</div>
    </div>
  )
}
