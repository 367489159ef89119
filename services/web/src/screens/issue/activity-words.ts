import type { IssueActivity, IssueActivityKind } from '@signalbox/contracts'
import type { IconName } from '../../parts/icon/icon.js'
import { countOf } from '../../parts/numbers/format-number.js'

/** Text of an activity after the person's name, and its icon. */
export function describeActivity(activity: IssueActivity): { text: string; icon: IconName } {
  return kinds[activity.kind](activity)
}

const kinds: { [Kind in IssueActivityKind]: (activity: IssueActivity) => { text: string; icon: IconName } } = {
  resolved: ({ details: { release, reason } }) => ({
    icon: 'check',
    text:
      reason === 'next_release'
        ? 'resolved this in the next release'
        : release
          ? `resolved this in ${release}`
          : 'resolved this',
  }),
  unresolved: () => ({ icon: 'issue', text: 'reopened this' }),
  archived: ({ details: { until, events, reason } }) => ({
    icon: 'archive',
    text: until
      ? `archived this until ${until.slice(0, 10)}`
      : events
        ? `archived this until ${events} more ${events === 1 ? 'event' : 'events'}`
        : reason === 'forever'
          ? 'archived this forever'
          : 'archived this until it escalates',
  }),
  regressed: ({ details: { release } }) => ({ icon: 'issue', text: release ? `regressed in ${release}` : 'regressed' }),
  escalated: () => ({ icon: 'bolt', text: 'escalated above its usual rate' }),
  archive_ended: () => ({ icon: 'archive', text: 'left the archive' }),
  assigned: () => ({ icon: 'person', text: 'assigned this' }),
  unassigned: () => ({ icon: 'person', text: 'unassigned this' }),
  merged: ({ details: { issue_ids: ids = [] } }) => ({
    icon: 'merge',
    text: `merged ${countOf(ids.length, 'issue')} into this`,
  }),
  unmerged: ({ details: { fingerprints = [] } }) => ({
    icon: 'merge',
    text: `unmerged ${countOf(fingerprints.length, 'fingerprint')}`,
  }),
  comment: () => ({ icon: 'comment', text: '' }),
}
