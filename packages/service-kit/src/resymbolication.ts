import { NullableOf, Open } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'

/** An event by its place among those of its project. */
export const EventPlace = Open({
  /** Unix milliseconds. */
  timestamp: Type.Number(),
  eventId: Type.String(),
})
export type EventPlace = Static<typeof EventPlace>

/** A page of stored events that artifacts came after. Whoever claimed it has it until the lease ends. */
export const ResymbolicationPage = Open({
  organizationId: Type.String(),
  projectId: Type.String(),
  /** Of this claim: a later one makes it void. */
  token: Type.String(),
  /** Events from before stay as they are. Unix milliseconds. */
  since: Type.Number(),
  /** Events before this one are meant. */
  before: EventPlace,
})
export type ResymbolicationPage = Static<typeof ResymbolicationPage>

/** Events of one fingerprint that are about to have another one. */
export const FingerprintMove = Open({
  organizationId: Type.String(),
  projectId: Type.String(),
  from: Type.String(),
  to: Type.String(),
  /** Of an event, as it was and as it will be: an issue that is shown by the one is shown by the other. */
  before: Open({ title: Type.String(), culprit: Type.String() }),
  after: Open({ title: Type.String(), culprit: Type.String() }),
})
export type FingerprintMove = Static<typeof FingerprintMove>

/** What was looked at of a page. */
export const ResymbolicationProgress = Open({
  projectId: Type.String(),
  token: Type.String(),
  /** The last event that was looked at; null when there are no more. */
  lookedAt: NullableOf(EventPlace),
  /** Events that were looked at. */
  events: Type.Integer({ minimum: 0 }),
})
export type ResymbolicationProgress = Static<typeof ResymbolicationProgress>

/**
 * Stored events that are to be resolved once more, page by page: embedded the control plane itself, in separate
 * processes a client of it. Methods reject with `ServiceError` `unavailable` when it cannot be asked.
 */
export interface Resymbolications {
  /** @returns undefined when nothing is due that nobody has. */
  claimPage(): Promise<ResymbolicationPage | undefined>
  /**
   * Has new fingerprints belong to the issues of the old ones, without new issues and notices.
   * @returns for each move, whether its events may move: not when their issue is gone.
   */
  moveFingerprints(moves: readonly FingerprintMove[]): Promise<boolean[]>
  /** The page is done; no-op for a token that is void. */
  finishPage(progress: ResymbolicationProgress): Promise<void>
}
