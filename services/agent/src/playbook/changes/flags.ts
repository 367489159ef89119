import type { Change } from '@signalbox/contracts'

/** A feature flag that was switched. */
export interface FlagFlip {
  change: Change
  name: string
  /** Unix milliseconds. */
  at: number
}

/** Flags that were switched, the first first. */
export function readFlagFlips(changes: readonly Change[]): FlagFlip[] {
  return changes
    .filter(({ kind }) => kind === 'flag')
    .map((change) => ({ change, name: flagName(change), at: Date.parse(change.occurred_at) }))
    .sort((a, b) => a.at - b.at)
}

/** The sender says it in the details, else it is what the title or the id begins with. */
function flagName({ details, title, id }: Change): string {
  const said = details['flag'] ?? details['name'] ?? details['key']
  if (typeof said === 'string' && said !== '') return said
  const [word = ''] = /^[\w.:/-]*[\w-]/.exec(title) ?? []
  return id.startsWith(word) && word !== '' ? word.replace(/:$/, '') : (id.split('@')[0] ?? id)
}
