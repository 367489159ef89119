import type { BootstrapResult } from '@signalbox/control-plane'

export interface Announcement extends Pick<BootstrapResult, 'dsn' | 'generatedApiKey'> {
  /** Where people and programs reach this installation. */
  address: string
}

/** What a person at the terminal needs to get going; the API key only where it was just made. */
export function renderAnnouncement({ address, dsn, generatedApiKey }: Announcement): string {
  const lines = [
    'Signalbox is ready',
    `  address   ${address}`,
    `  API docs  ${address}/api/docs`,
    ...(generatedApiKey === undefined ? [] : [`  API key   ${generatedApiKey}   (shown this once; keep it)`]),
    `  DSN       ${dsn}`,
  ]
  return `${lines.join('\n')}\n`
}
