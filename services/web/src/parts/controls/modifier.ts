/** The shortcut modifier: ⌘ on Apple keyboards, Ctrl on others. */
export const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl '
