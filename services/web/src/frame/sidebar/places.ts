import type { IconName } from '../../parts/icon/icon.js'

/** A screen that the sidebar leads to. */
export interface Place {
  to: string
  text: string
  icon: IconName
  /** Goes there, after `g`. */
  key?: string
}

/**
 * In the order of an incident. A screen that is new gets its line here; its key follows `g`. What the design has in
 * store besides: alerts (a), releases, workflows (w), traces (t), logs (l), metrics (m), cluster (c), monitors.
 */
export const placeGroups: readonly { heading: string; places: readonly Place[] }[] = [
  {
    heading: 'Respond',
    places: [
      { to: '/issues', text: 'Issues', icon: 'issue', key: 'i' },
      { to: '/agents', text: 'Agents', icon: 'ask', key: 's' },
    ],
  },
  {
    heading: 'Change',
    places: [{ to: '/deployments', text: 'Deployments', icon: 'deployment', key: 'd' }],
  },
]

export const footPlaces: readonly Place[] = [
  { to: '/system', text: 'System', icon: 'system', key: 'y' },
  { to: '/settings', text: 'Settings', icon: 'settings', key: ',' },
]

/** Those that telephones show at the bottom; all others are behind "More". */
export const bottomPaths: readonly string[] = ['/issues', '/agents', '/deployments', '/settings']

export const allPlaces: readonly Place[] = [...placeGroups.flatMap(({ places }) => places), ...footPlaces]
