import type { Action, ActionGroup } from '../actions/actions.js'

/** One line of the palette. */
export interface Entry extends Omit<Action, 'isKeyOnly'> {
  /** Its kind or name. */
  note?: string
}

export interface EntryGroup {
  heading: string
  entries: readonly Entry[]
}

const entriesPerGroup = 7

/** Groups that every screen has, in their order below the screen's own. */
const general = ['Go to', 'Sessions', 'Time range', 'Page', 'Projects']

/**
 * Actions whose text contains every typed word; without words, the first few of each group. The screen's own come first.
 */
export function searchEntries(groups: readonly ActionGroup[], text: string): EntryGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return groups
    .toSorted((a, b) => general.indexOf(a.heading) - general.indexOf(b.heading))
    .map(({ heading, actions }) => ({
      heading,
      entries: actions
        .filter(({ isKeyOnly }) => isKeyOnly !== true)
        .filter((action) => words.every((word) => action.text.toLowerCase().includes(word)))
        .slice(0, entriesPerGroup),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Objects that a pasted id may refer to. */
export interface IdTargets {
  heading: string
  targets: { text: string; note: string; to: string }[]
}

/** Recognizes a typed or pasted id of an event, trace, issue or agent session. */
export function readIds(text: string): IdTargets['targets'] {
  const typed = text.trim()
  const hex = typed.replaceAll('-', '')
  if (/^[0-9a-f]{32}$/i.test(hex)) {
    const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toLowerCase()
    return [
      { text: hex.toLowerCase(), note: 'Trace', to: `/traces/${hex.toLowerCase()}` },
      { text: uuid, note: 'Issue', to: `/issues/${uuid}` },
      { text: uuid, note: 'Agent session', to: `/agents/${uuid}` },
    ]
  }
  if (/^[\w.-]{1,100}-[1-9]\d{0,9}$/.test(typed)) {
    return [{ text: typed.toUpperCase(), note: 'Issue', to: `/issues/${encodeURIComponent(typed.toUpperCase())}` }]
  }
  return []
}
