/** How the key is written that makes another one a shortcut: ⌘ on Apple's keyboards, Ctrl on others. */
export const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl '
