import type { FingerprintGrouping } from '@signalbox/contracts'

const words: Readonly<Record<string, string>> = {
  fingerprint: 'The SDK set the fingerprint.',
  checksum: 'The SDK set a checksum.',
  rule: 'Set by a project rule.',
  app: 'By exception type and your own frames.',
  system: 'By exception type and all frames, because none are in your code.',
  message: 'By message, ignoring the parts that vary.',
}

/** The deciding grouping mechanism as a sentence. */
export function groupingWords({ by }: Pick<FingerprintGrouping, 'by'>): string {
  if (by === null) return 'The reason is no longer stored.'
  return words[by] ?? `By ${by}.`
}
