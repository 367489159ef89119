import { Outlet, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { LiveRegion } from '../parts/live/live-region.js'
import { useActions } from './actions/actions.js'
import { HelpOverlay } from './actions/help-overlay.js'
import { useKeyboard } from './actions/keyboard.js'
import { AskDialog } from './ask/ask-dialog.js'
import { OfflineBanner } from './offline-banner.js'
import { Palette } from './palette/palette.js'
import { ConfirmIdentity } from './session/confirm-identity.js'
import { SessionGate } from './session/session-gate.js'
import { BottomBar } from './sidebar/bottom-bar.js'
import { useCounts } from './sidebar/counts.js'
import { allPlaces } from './sidebar/places.js'
import { Sidebar } from './sidebar/sidebar.js'
import { toggleTheme } from './theme.js'
import { WarningBanner } from './warning-banner.js'
import { Toasts } from './toasts/toasts.js'
import './frame.css'

/** Surrounds every screen for signed-in people. */
export function Frame() {
  return (
    <SessionGate>
      <SignedInFrame />
    </SessionGate>
  )
}

type Overlay = 'palette' | 'help' | undefined

function SignedInFrame() {
  const [overlay, setOverlay] = useState<Overlay>()
  const counts = useCounts()
  const openPalette = useCallback(() => {
    setOverlay('palette')
  }, [])
  // An overlay that closes late must not close another one opened since.
  const close = (closed: Overlay) => {
    setOverlay((open) => (open === closed ? undefined : open))
  }
  useKeyboard({ openPalette })
  useFrameActions(setOverlay)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <OfflineBanner />
      <WarningBanner />
      <div className="app">
        <Sidebar counts={counts} openPalette={openPalette} />
        <Outlet />
      </div>
      <BottomBar counts={counts} openPalette={openPalette} />
      <Palette isOpen={overlay === 'palette'} onClose={() => close('palette')} />
      <HelpOverlay isOpen={overlay === 'help'} onClose={() => close('help')} />
      <AskDialog />
      <ConfirmIdentity />
      <Toasts />
      <LiveRegion />
    </>
  )
}

function useFrameActions(setOverlay: (overlay: Overlay) => void): void {
  const navigate = useNavigate()
  useActions(
    'Go to',
    allPlaces.map(({ to, text, icon, key }) => ({
      id: to,
      text,
      icon,
      ...(key !== undefined && { keys: `g ${key}` }),
      run: () => void navigate({ to }),
    })),
  )
  useActions('Page', [
    {
      id: 'help',
      text: 'Keyboard shortcuts',
      keys: '?',
      run: () => {
        setOverlay('help')
      },
    },
    {
      id: 'actions',
      text: 'Show available actions',
      keys: '.',
      isKeyOnly: true,
      run: () => {
        setOverlay('palette')
      },
    },
    { id: 'theme', text: 'Toggle light and dark theme', run: toggleTheme },
    {
      id: 'copy-link',
      text: 'Copy link to this page',
      icon: 'copy',
      run: () => void navigator.clipboard.writeText(location.href),
    },
  ])
}
