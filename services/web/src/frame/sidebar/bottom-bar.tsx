import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '../../parts/controls/dialog.js'
import { Icon } from '../../parts/icon/icon.js'
import { useSignOut } from './account-menu.js'
import type { Counts } from './counts.js'
import { allPlaces, bottomPaths } from './places.js'
import styles from './bottom-bar.module.css'

/** The five main links on phones. */
export function BottomBar({ counts, openPalette }: { counts: Counts; openPalette(): void }) {
  const [isMore, setMore] = useState(false)
  const signOut = useSignOut()
  const close = () => {
    setMore(false)
  }
  return (
    <nav className="bottombar" aria-label="Main, small screens">
      {allPlaces
        .filter(({ to }) => bottomPaths.includes(to))
        .map(({ to, text, icon }) => (
          <Link key={to} to={to} activeOptions={{ includeSearch: false }} activeProps={{ 'aria-current': 'page' }}>
            <Icon name={icon} />
            {text}
            <Badge path={to} counts={counts} />
          </Link>
        ))}
      <button
        type="button"
        className={styles['more']}
        aria-haspopup="dialog"
        onClick={() => {
          setMore(true)
        }}
      >
        <Icon name="menu" />
        More
      </button>
      <Dialog title="More" isOpen={isMore} onClose={close}>
        <ul className={styles['list']}>
          <li>
            <button
              type="button"
              className={styles['place']}
              onClick={() => {
                close()
                openPalette()
              }}
            >
              <Icon name="search" />
              Search or jump to
            </button>
          </li>
          {allPlaces
            .filter(({ to }) => !bottomPaths.includes(to))
            .map(({ to, text, icon }) => (
              <li key={to}>
                <Link className={styles['place']} to={to} onClick={close}>
                  <Icon name={icon} />
                  {text}
                </Link>
              </li>
            ))}
          <li>
            <Link className={styles['place']} to="/settings/account" onClick={close}>
              <Icon name="person" />
              Account
            </Link>
          </li>
          <li>
            <button type="button" className={styles['place']} onClick={() => void signOut()}>
              <Icon name="open" />
              Sign out
            </button>
          </li>
        </ul>
      </Dialog>
    </nav>
  )
}

/** Firing alerts and active sessions. */
function Badge({ path, counts: { firing = 0, active = 0 } }: { path: string; counts: Counts }) {
  if (path === '/alerts' && firing > 0) return <b className="hot">{firing}</b>
  return path === '/agents' && active > 0 && <b>{active}</b>
}
