import type { BootstrapResult } from './bootstrap.js'

export interface Announcement extends Pick<BootstrapResult, 'dsn' | 'generatedApiKey' | 'ownerInvitation'> {
  /** Base URL at which people and programs reach this installation. */
  address: string
}

/** Renders the first steps for a person at the terminal; contains secrets only if they were just created. */
export function renderAnnouncement({ address, dsn, generatedApiKey, ownerInvitation }: Announcement): string {
  const lines = [
    'Signalbox is ready',
    `  address   ${address}`,
    `  API docs  ${address}/api/docs`,
    ...(generatedApiKey === undefined ? [] : [`  API key   ${generatedApiKey}   (shown only once: store it now)`]),
    ...(ownerInvitation === undefined ? [] : [`  owner     ${ownerInvitation}   (sign up here; works only once)`]),
    `  DSN       ${dsn}`,
  ]
  return `${lines.join('\n')}\n`
}
