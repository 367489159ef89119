import { createPersistedStore } from '../state/persisted-store.js'
import { useStore } from '../state/store.js'

export type Theme = 'light' | 'dark'

/** `public/theme.js` sets it before the first paint, from this browser's choice or the system's. */
const theme = createPersistedStore<Theme>({
  name: 'theme',
  read: () => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'),
  write: (chosen) => chosen,
})

export function useTheme(): Theme {
  return useStore(theme)
}

export function toggleTheme(): void {
  setTheme(theme.get() === 'dark' ? 'light' : 'dark')
}

/** Changes the theme in this browser. */
export function setTheme(next: Theme): void {
  document.documentElement.dataset['theme'] = next
  theme.set(next)
}
