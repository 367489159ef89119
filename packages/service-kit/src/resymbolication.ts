import { NullableOf, Open } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'

/** Position of an event among those of its project. */
export const EventPlace = Open({
  /** Unix milliseconds. */
  timestamp: Type.Number(),
  eventId: Type.String(),
})
export type EventPlace = Static<typeof EventPlace>

/**
 * A page of stored events whose artifacts were uploaded later. The worker that claimed it owns it until the lease ends.
 */
export const ResymbolicationPage = Open({
  organizationId: Type.String(),
  projectId: Type.String(),
  /** Token of this claim; a later claim invalidates it. */
  token: Type.String(),
  /** Older events are left unchanged. Unix milliseconds. */
  since: Type.Number(),
  /** The page consists of events before this one. */
  before: EventPlace,
})
export type ResymbolicationPage = Static<typeof ResymbolicationPage>

/** Events of one fingerprint that are about to get a different one. */
export const FingerprintMove = Open({
  organizationId: Type.String(),
  projectId: Type.String(),
  from: Type.String(),
  to: Type.String(),
  /** Fields of an event before and after: an issue displayed with the old ones is then displayed with the new ones. */
  before: Open({ title: Type.String(), culprit: Type.String() }),
  after: Open({ title: Type.String(), culprit: Type.String() }),
})
export type FingerprintMove = Static<typeof FingerprintMove>

/** How far a page was processed. */
export const ResymbolicationProgress = Open({
  projectId: Type.String(),
  token: Type.String(),
  /** The last processed event; null if there are no more. */
  lookedAt: NullableOf(EventPlace),
  /** Number of processed events. */
  events: Type.Integer({ minimum: 0 }),
})
export type ResymbolicationProgress = Static<typeof ResymbolicationProgress>

/**
 * Stored events to symbolicate again, page by page. Embedded, this is the control plane itself; in separate processes,
 * a client of it. Methods reject with `ServiceError` `unavailable` if it is unreachable.
 */
export interface Resymbolications {
  /** @returns undefined if no unclaimed page is due. */
  claimPage(): Promise<ResymbolicationPage | undefined>
  /**
   * Assigns new fingerprints to the issues of the old ones, without creating issues or notifications.
   * @returns for each move whether its events may move: false if their issue is gone.
   */
  moveFingerprints(moves: readonly FingerprintMove[]): Promise<boolean[]>
  /** Completes the page; no-op if the token is no longer valid. */
  finishPage(progress: ResymbolicationProgress): Promise<void>
}
