import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { announce } from '../parts/live/live-region.js'
import { IconButton } from '../parts/controls/button.js'
import { Icon } from '../parts/icon/icon.js'
import { Freshness, type FreshnessProps } from './freshness.js'
import { ProjectMenu } from './project/project-menu.js'
import { RangeMenu } from './range/range-menu.js'
import { toggleTheme, useTheme } from './theme.js'

interface ScreenProps {
  /** The one heading of the page, and its title. */
  title: string
  /** Where the screen belongs, such as the list that an object is from. */
  parent?: { text: string; to: string }
  /** How old what is shown is; left out where nothing changes by itself. */
  freshness?: FreshnessProps
  /** Whether the view has a range of time and a project. Default: both. */
  hasRange?: boolean
  hasProject?: boolean
  children: ReactNode
}

/** Top bar and content of a screen. Every screen is one of these. */
export function Screen({ title, parent, freshness, hasRange = true, hasProject = true, children }: ScreenProps) {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = `${title} · Signalbox`
    announce(title)
  }, [title])
  useEffect(() => {
    // Another screen was opened: reading goes on in its content, unless a field of it took the focus.
    if (document.activeElement === document.body || document.activeElement?.closest('nav'))
      main.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="page">
      <header className="top">
        <div className="crumbs">
          {parent && (
            <>
              <Link to={parent.to}>{parent.text}</Link>
              <Icon name="right" isSmall />
            </>
          )}
          <h1 className="here clip">{title}</h1>
        </div>
        <div className="right">
          {freshness && <Freshness {...freshness} />}
          {hasProject && <ProjectMenu />}
          {hasRange && <RangeMenu />}
          <span className="hide-s">
            <ThemeButton />
          </span>
        </div>
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
    </div>
  )
}

function ThemeButton() {
  const isDark = useTheme() === 'dark'
  return (
    <IconButton
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      kind="quiet"
      isSmall
      onClick={toggleTheme}
    />
  )
}
