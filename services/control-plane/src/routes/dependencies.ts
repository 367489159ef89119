import type { DeadLetterDesk } from '@signalbox/event-log'
import type { Clock, Log } from '@signalbox/service-kit'
import type { Artifacts } from '../artifacts/artifacts.js'
import type { Ask } from '../ask.js'
import type { BackupMaker } from '../backup/serve-backup.js'
import type { Identity } from '../identity/identity.js'
import type { CachedKeyDirectory } from '../keys/key-directory.js'
import type { LastUses } from '../keys/last-uses.js'
import type { Notices } from '../notices/notices.js'
import type { ControlPlaneStore } from '../store/store.js'

/** What the routes need. */
export interface RouteDependencies {
  ask: Ask
  artifacts: Artifacts
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
  /** Undefined in a process without an event log. */
  deadLetters: DeadLetterDesk | undefined
}
