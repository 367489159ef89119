import { createStore, useStore } from '../state/store.js'

export type Theme = 'light' | 'dark'

const theme = createStore<Theme>(document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light')

/** Which theme holds: this browser's choice, else the system's (`public/theme.js` decides before the first paint). */
export function useTheme(): Theme {
  return useStore(theme)
}

export function toggleTheme(): void {
  setTheme(theme.get() === 'dark' ? 'light' : 'dark')
}

/** Uses a theme from now on, in this browser. */
export function setTheme(next: Theme): void {
  document.documentElement.dataset['theme'] = next
  theme.set(next)
  try {
    localStorage.setItem('theme', next)
  } catch {
    // Storage is turned off: it holds until the page is left.
  }
}
