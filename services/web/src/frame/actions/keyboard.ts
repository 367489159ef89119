import { useEffect } from 'react'
import { createPersistedStore } from '../../state/persisted-store.js'
import { undoNewest } from '../toasts/toasts.js'
import { readActionGroups } from './actions.js'
import { matchKeys, pairMs } from './match-keys.js'

/** Whether single-key shortcuts are on: people who dictate turn them off (WCAG 2.1.4). Stored in this browser. */
export const singleKeys = createPersistedStore({
  name: 'single-keys',
  read: (text) => text !== 'off',
  write: (isOn) => (isOn ? 'on' : 'off'),
})

/** Runs registered actions by keyboard, except while someone types or a dialog is open. */
export function useKeyboard({ openPalette }: { openPalette(): void }): void {
  useEffect(() => {
    let waiting = ''
    let waitingSince = 0
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if ((event.ctrlKey || event.metaKey) && runModified(event, openPalette)) {
        event.preventDefault()
        return
      }
      const actions = readActionGroups().flatMap((group) => group.actions)
      const known = new Set(actions.flatMap(({ keys }) => keys ?? []))
      const pressed = { key: event.key, isTyping: !singleKeys.get() || isBusy(event.target), hasModifier }
      const first = event.timeStamp - waitingSince < pairMs ? waiting : ''
      const result = matchKeys(pressed, first, known)
      waiting = result.waiting
      waitingSince = event.timeStamp
      if (result.matched === undefined) return
      event.preventDefault()
      actions.find(({ keys }) => keys === result.matched)?.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [openPalette])
}

/** @returns whether the keys were a shortcut. */
function runModified({ key, target }: KeyboardEvent, openPalette: () => void): boolean {
  if (key === 'k') {
    openPalette()
    return true
  }
  return key === 'z' && !isBusy(target) && undoNewest()
}

/** True if the focused element needs the keys: a text field, an open menu, a dialog. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], dialog') !== null
}
