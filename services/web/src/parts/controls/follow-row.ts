import type { MouseEvent } from 'react'

/**
 * Click handler for a table body: a click anywhere in a row follows the row's first link. Its controls
 * keep their own clicks, and selecting text doesn't follow.
 */
export function followRow({ target, nativeEvent }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, input, label') !== null) return
  if (getSelection()?.isCollapsed === false) return
  // A copy of the event, so that modifiers open new tabs as on the link itself.
  target.closest('tr')?.querySelector('a')?.dispatchEvent(new globalThis.MouseEvent('click', nativeEvent))
}
