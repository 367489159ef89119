import type { DeadLetterDesk } from '@signalbox/event-log'
import type { Clock, Log } from '@signalbox/service-kit'
import type { Ask } from './telemetry-queries/ask.js'
import type { BackupMaker } from './backup/serve-backup.js'
import type { Identity } from './identity/identity.js'
import type { CachedKeyDirectory } from './projects/key-directory.js'
import type { LastUses } from './identity/last-uses.js'
import type { Notices } from './notifications/notices/notices.js'
import type { SessionEndObserver } from './sessions/finish-session.js'
import type { ControlPlaneStore } from './control-plane-store.js'

/** What the routes need. */
export interface RouteDependencies {
  ask: Ask
  store: ControlPlaneStore
  keys: CachedKeyDirectory
  lastUses: LastUses
  /** The address that DSNs show. */
  publicUrl: string
  clock: Clock
  log: Log
  identity: Identity
  backup: BackupMaker
  notices: Notices
  onSessionEnded: SessionEndObserver
  /** Undefined in a process without an event log. */
  deadLetters: DeadLetterDesk | undefined
}
