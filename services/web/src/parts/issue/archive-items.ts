import type { IssueChange } from '@signalbox/contracts'
import type { MenuItem } from '../controls/menu-item.js'
import { dayMs } from '../time/format-time.js'

/** Ways to archive an issue, with their API requests. */
export function archiveItems(now: number, onSelect: (change: IssueChange) => void): MenuItem[] {
  const in_ = (days: number) => new Date(now + days * dayMs).toISOString()
  const items: (Omit<MenuItem, 'onSelect'> & { change: IssueChange })[] = [
    { id: 'escalating', text: 'Until it escalates', note: 'usual', change: { archive_until: 'escalating' } },
    { id: 'day', text: 'For a day', change: { archive_until: 'time', until_time: in_(1) }, startsGroup: true },
    { id: 'week', text: 'For a week', change: { archive_until: 'time', until_time: in_(7) } },
    { id: 'month', text: 'For 30 days', change: { archive_until: 'time', until_time: in_(30) } },
    { id: '10', text: 'For 10 more events', change: { archive_until: 'events', events: 10 }, startsGroup: true },
    { id: '100', text: 'For 100 more events', change: { archive_until: 'events', events: 100 } },
    { id: '1000', text: 'For 1,000 more events', change: { archive_until: 'events', events: 1_000 } },
    { id: 'forever', text: 'Forever', change: { archive_until: 'forever' }, startsGroup: true },
  ]
  return items.map(({ change, ...item }) => ({ ...item, onSelect: () => onSelect({ status: 'archived', ...change }) }))
}

/** Ways to resolve an issue. */
export function resolveItems(onSelect: (change: IssueChange) => void): MenuItem[] {
  return [
    { id: 'now', text: 'Now', onSelect: () => onSelect({ status: 'resolved' }) },
    {
      id: 'release',
      text: 'In the latest release',
      onSelect: () => onSelect({ status: 'resolved', resolve_in: 'release' }),
    },
    {
      id: 'next',
      text: 'In the next release',
      onSelect: () => onSelect({ status: 'resolved', resolve_in: 'next_release' }),
    },
  ]
}
