import type { Permission } from '../../api/roles.js'
import { showToast } from '../toasts/toasts.js'
import type { Action } from './actions.js'

/** Returns actions for someone's permission: without it, their keys explain why nothing happens. */
export function refuseActions(actions: readonly Action[], { isAllowed, reason = '' }: Permission): readonly Action[] {
  if (isAllowed) return actions
  return actions.map((action) => ({ ...action, isKeyOnly: true, run: () => showToast(reason) }))
}
