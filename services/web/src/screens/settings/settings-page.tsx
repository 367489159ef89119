import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Screen } from '../../frame/screen.js'
import { Tabs } from '../../parts/controls/tabs.js'
import styles from './settings.module.css'

const sections = [
  { to: '/settings/account', text: 'Account' },
  { to: '/settings/security', text: 'Security' },
  { to: '/settings/organization', text: 'Organization' },
  { to: '/settings/members', text: 'Members' },
  { to: '/settings/keys', text: 'API keys' },
  { to: '/settings/projects', text: 'Projects' },
] as const

/** A settings page with links to the others above it. */
export function SettingsPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Screen title={title} parent={{ text: 'Settings', to: '/settings' }} hasRange={false} hasProject={false}>
      <div className={`in-order ${styles['page'] ?? ''}`}>
        <Tabs label="Settings">
          {sections.map(({ to, text }) => (
            <Link key={to} to={to} activeOptions={{ includeSearch: false }} activeProps={{ 'aria-current': 'page' }}>
              {text}
            </Link>
          ))}
        </Tabs>
        {children}
      </div>
    </Screen>
  )
}

/** A group of settings with its own heading. */
export function Card({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="card in-order" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {note !== undefined && <span className="small t3">{note}</span>}
      </header>
      {children}
    </section>
  )
}
