import type { IssueActivity, IssueActivityKind } from '@signalbox/contracts'
import type { IconName } from '../../parts/icon/icon.js'
import { countOf } from '../../parts/numbers/format-number.js'

/** What happened, behind the name of whoever did it; and a drawing for it. */
export function describeActivity(activity: IssueActivity): { text: string; icon: IconName } {
  return kinds[activity.kind](activity)
}

const kinds: { [Kind in IssueActivityKind]: (activity: IssueActivity) => { text: string; icon: IconName } } = {
  resolved: ({ details: { release, reason } }) => ({
    icon: 'check',
    text:
      reason === 'next_release'
        ? 'resolved it in the next release'
        : release
          ? `resolved it in ${release}`
          : 'resolved it',
  }),
  unresolved: () => ({ icon: 'issue', text: 'reopened it' }),
  archived: ({ details: { until, events, reason } }) => ({
    icon: 'archive',
    text: until
      ? `archived it until ${until.slice(0, 10)}`
      : events
        ? `archived it for ${countOf(events, 'event')}`
        : reason === 'forever'
          ? 'archived it for good'
          : 'archived it until it escalates',
  }),
  regressed: ({ details: { release } }) => ({ icon: 'issue', text: release ? `came back in ${release}` : 'came back' }),
  escalated: () => ({ icon: 'bolt', text: 'happened more often than usual and came back' }),
  archive_ended: () => ({ icon: 'archive', text: 'came back from the archive' }),
  assigned: () => ({ icon: 'person', text: 'gave it an owner' }),
  unassigned: () => ({ icon: 'person', text: 'took its owner away' }),
  merged: ({ details: { issue_ids: ids = [] } }) => ({
    icon: 'merge',
    text: `merged ${countOf(ids.length, 'issue')} into it`,
  }),
  unmerged: ({ details: { fingerprints = [] } }) => ({
    icon: 'merge',
    text: `took ${countOf(fingerprints.length, 'fingerprint')} out`,
  }),
  comment: () => ({ icon: 'comment', text: '' }),
}
