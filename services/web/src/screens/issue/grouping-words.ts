import type { FingerprintGrouping } from '@signalbox/contracts'

const words: Readonly<Record<string, string>> = {
  fingerprint: 'The SDK set the fingerprint.',
  checksum: 'The SDK set a checksum.',
  rule: 'A rule of the project decided.',
  app: 'By the type of the exception and your own frames.',
  system: 'By the type of the exception and all frames, because none are yours.',
  message: 'By the message, without the parts that change.',
}

/** What decided that events belong together, as a sentence. */
export function groupingWords({ by }: Pick<FingerprintGrouping, 'by'>): string {
  if (by === null) return 'What decided is not known any more.'
  return words[by] ?? `By ${by}.`
}
