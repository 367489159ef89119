import type { Change } from '@signalbox/contracts'

/** A feature flag that was toggled. */
export interface FlagFlip {
  change: Change
  name: string
  /** Unix milliseconds. */
  at: number
}

/** Flag toggles, oldest first. */
export function readFlagFlips(changes: readonly Change[]): FlagFlip[] {
  return changes
    .filter(({ kind }) => kind === 'flag')
    .map((change) => ({ change, name: flagName(change), at: Date.parse(change.occurred_at) }))
    .sort((a, b) => a.at - b.at)
}

/** The name is in the details, or else at the start of the title or id. */
function flagName({ details, title, id }: Change): string {
  const said = details['flag'] ?? details['name'] ?? details['key']
  if (typeof said === 'string' && said !== '') return said
  const [word = ''] = /^[\w.:/-]*[\w-]/.exec(title) ?? []
  return id.startsWith(word) && word !== '' ? word.replace(/:$/, '') : (id.split('@')[0] ?? id)
}
