import type { Change } from '@signalbox/contracts'

/** A change without anything but the given fields. */
export function createChange(given: Partial<Change> & Pick<Change, 'kind' | 'id'>): Change {
  return {
    change_id: `${given.kind}-${given.id}`,
    occurred_at: '2026-05-17T12:00:00.000Z',
    title: 'Change',
    service: null,
    repository: null,
    author: null,
    url: null,
    files: [],
    diff: null,
    diff_cut: false,
    details: {},
    ...given,
  }
}
