import type { IconName } from '../../parts/icon/icon.js'

/** A screen in the sidebar. */
export interface Place {
  to: string
  text: string
  icon: IconName
  /** Key that opens it, after `g`. */
  key?: string
}

/**
 * In the order of an incident. Add new screens here, with their key after `g`. Planned: releases, workflows (w), traces
 * (t), logs (l), cluster (c), monitors.
 */
export const placeGroups: readonly { heading: string; places: readonly Place[] }[] = [
  {
    heading: 'Respond',
    places: [
      { to: '/issues', text: 'Issues', icon: 'issue', key: 'i' },
      { to: '/alerts', text: 'Alerts', icon: 'alert', key: 'a' },
      { to: '/agents', text: 'Agents', icon: 'ask', key: 's' },
    ],
  },
  {
    heading: 'Change',
    places: [{ to: '/deployments', text: 'Deployments', icon: 'deployment', key: 'd' }],
  },
  {
    heading: 'Look around',
    places: [{ to: '/metrics', text: 'Metrics', icon: 'metrics', key: 'm' }],
  },
]

export const footPlaces: readonly Place[] = [
  { to: '/system', text: 'System', icon: 'system', key: 'y' },
  { to: '/settings', text: 'Settings', icon: 'settings', key: ',' },
]

/** Screens in the bottom bar of phones; all others are behind "More". */
export const bottomPaths: readonly string[] = ['/issues', '/alerts', '/agents', '/deployments']

export const allPlaces: readonly Place[] = [...placeGroups.flatMap(({ places }) => places), ...footPlaces]
