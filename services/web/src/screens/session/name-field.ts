/** Names of fields that say little to a reader, in words. */
const words: Readonly<Record<string, string>> = {
  at: 'time',
  what: 'observation',
  hit: 'affected services',
  hypotheses: 'suspects',
  onset_at: 'start of the problem',
  alert_at: 'time of the alert',
  change_id: 'change',
  commit_sha: 'commit',
}

/** A field of stored evidence as people read it, without the unit, which its values carry: `p95_ms` is `p95`. */
export function nameField(name: string): string {
  return words[name] ?? name.replace(/_(?:ms|seconds|bytes)$/, '').replaceAll('_', ' ')
}
