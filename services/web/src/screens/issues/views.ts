/** A search with a name. */
export interface View {
  name: string
  query: string
}

/** Ready-made searches, as tabs. */
export const tabs: readonly View[] = [
  { name: 'Unresolved', query: 'is:unresolved' },
  { name: 'New today', query: 'is:unresolved age:-24h' },
  { name: 'Came back', query: 'is:[regressed,escalated]' },
  { name: 'Mine', query: 'is:unresolved assigned:me' },
  { name: 'Archived', query: 'is:archived' },
  { name: 'All', query: '' },
]

/** What views are kept in: this browser's storage, which may be turned off or hold anything. */
export interface ViewStorage {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
}

const storageName = (organizationId: string) => `views:${organizationId}`

/** The views that somebody saved in this browser. */
export function readViews(storage: ViewStorage, organizationId: string): View[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageName(organizationId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isView) : []
  } catch {
    // Turned off, or not what this page wrote: there are none.
    return []
  }
}

/** @returns The views as they are now; one with the same name is replaced. */
export function saveView(storage: ViewStorage, organizationId: string, view: View): View[] {
  const others = readViews(storage, organizationId).filter(({ name }) => name !== view.name)
  return keep(storage, organizationId, [...others, view])
}

export function removeView(storage: ViewStorage, organizationId: string, name: string): View[] {
  return keep(
    storage,
    organizationId,
    readViews(storage, organizationId).filter((view) => view.name !== name),
  )
}

function keep(storage: ViewStorage, organizationId: string, views: View[]): View[] {
  try {
    storage.setItem(storageName(organizationId), JSON.stringify(views))
  } catch {
    // Storage is turned off: they hold until the page is left.
  }
  return views
}

function isView(value: unknown): value is View {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'query' in value &&
    typeof value.query === 'string'
  )
}
