import type { Role } from '@signalbox/contracts'

/** The importable data of another server. */
export interface ImportSource {
  projects: readonly SourceProject[]
  members: readonly SourceMember[]
}

export interface SourceProject {
  name: string
  /** The project number in its DSNs. */
  number: number
  /** Public keys of its DSNs, 32 hex digits each, oldest first; disabled ones are left out. */
  publicKeys: readonly string[]
  /** Its open and archived issues. */
  issues: readonly SourceIssue[]
  /** Why the issues are not included. */
  issuesLeftOut?: string
}

/** An issue is imported through its newest event, because the other server's grouping differs. */
export interface SourceIssue {
  /** Its name on the other server. */
  name: string
  /** Archived, ignored or muted. */
  isArchived: boolean
  /** E-mail address of the assignee. */
  assignee: string | undefined
  /** Reads the newest event; undefined if the server no longer has one. @throws CommandFailure. */
  readEvent: () => Promise<SourceEvent | undefined>
}

/** An event in the format that SDKs send. */
export interface SourceEvent {
  /** 32 hex digits. */
  id: string
  payload: Readonly<Record<string, unknown>>
}

export interface SourceMember {
  email: string
  role: Role
}

/** Parses the number and the key of a DSN; undefined if it cannot be imported. */
export function readDsn(dsn: string): { number: number; publicKey: string } | undefined {
  const [, key, number] =
    /^https?:\/\/([0-9a-f-]{32,36})(?::[0-9a-f]*)?@[^/]+\/(?:.*\/)?([1-9]\d*)\/?$/i.exec(dsn) ?? []
  const publicKey = readHexId(key)
  if (publicKey === undefined || !Number.isSafeInteger(Number(number))) return undefined
  return { number: Number(number), publicKey }
}

/** Returns the 32 hex digits of an id or key, which may be a dashed UUID; undefined for anything else. */
export function readHexId(value: unknown): string | undefined {
  const digits = typeof value === 'string' ? value.replaceAll('-', '').toLowerCase() : ''
  return /^[0-9a-f]{32}$/.test(digits) ? digits : undefined
}
