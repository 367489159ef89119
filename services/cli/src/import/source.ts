import type { Role } from '@signalbox/contracts'

/** What another server knows, as far as it can be taken over. */
export interface ImportSource {
  projects: readonly SourceProject[]
  members: readonly SourceMember[]
}

export interface SourceProject {
  name: string
  /** The number in its DSNs. */
  number: number
  /** Public keys of its DSNs, 32 hex digits each, the oldest first; those that are turned off are left out. */
  publicKeys: readonly string[]
  /** Issues that are open or archived there. */
  issues: readonly SourceIssue[]
  /** Why issues there are not among them. */
  issuesLeftOut?: string
}

/** An issue is taken over by its newest event: what groups it there and here is not the same. */
export interface SourceIssue {
  /** As people know it there. */
  name: string
  /** Archived, ignored or muted. */
  isArchived: boolean
  /** E-mail address of who it is assigned to. */
  assignee: string | undefined
  /** Reads the newest event; undefined when the server has none any more. @throws CommandFailure. */
  readEvent: () => Promise<SourceEvent | undefined>
}

/** An event in the form in which SDKs send it. */
export interface SourceEvent {
  /** 32 hex digits. */
  id: string
  payload: Readonly<Record<string, unknown>>
}

export interface SourceMember {
  email: string
  role: Role
}

/** The number and the key of a DSN; undefined for what is none that can be taken over. */
export function readDsn(dsn: string): { number: number; publicKey: string } | undefined {
  const [, key, number] =
    /^https?:\/\/([0-9a-f-]{32,36})(?::[0-9a-f]*)?@[^/]+\/(?:.*\/)?([1-9]\d*)\/?$/i.exec(dsn) ?? []
  const publicKey = readHexId(key)
  if (publicKey === undefined || !Number.isSafeInteger(Number(number))) return undefined
  return { number: Number(number), publicKey }
}

/** The 32 hex digits of an id or key that may be written as a UUID; undefined for anything else. */
export function readHexId(value: unknown): string | undefined {
  const digits = typeof value === 'string' ? value.replaceAll('-', '').toLowerCase() : ''
  return /^[0-9a-f]{32}$/.test(digits) ? digits : undefined
}
