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
  /** The page's only heading, also its title. */
  title: string
  /** Parent screen, such as the list an object belongs to. */
  parent?: { text: string; to: string }
  /** The data's age; omit it if nothing updates automatically. */
  freshness?: FreshnessProps
  /** Whether the view has a range and a project; both by default. */
  hasRange?: boolean
  hasProject?: boolean
  children: ReactNode
}

/** Top bar and content of a screen. Every screen uses it. */
export function Screen({ title, parent, freshness, hasRange = true, hasProject = true, children }: ScreenProps) {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = `${title} · Signalbox`
    announce(title)
  }, [title])
  useEffect(() => {
    // After navigation, reading continues in the content unless one of its fields has the focus.
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
