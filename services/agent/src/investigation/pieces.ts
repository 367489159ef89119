import { setTimeout as delay } from 'node:timers/promises'

/** Long work that can be interrupted wherever it yields. */
export type Pieces<Result> = Generator<void, Result>

/** Runs work to its end. Rejects with the signal's reason once that is aborted. */
export type PieceRunner = <Result>(work: Pieces<Result>, signal?: AbortSignal) => Promise<Result>

export interface PieceRunnerOptions {
  /** Milliseconds after which a piece ends, at the next yield. */
  pieceMs?: number
  /** Milliseconds from a clock that never goes back. */
  now?: () => number
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Runs long work in short pieces, at most half of the time, because the thread that runs it also answers requests and senders decide how
 * much there is to read. Several works take turns, piece by piece.
 */
export function createPieceRunner({
  pieceMs = 5,
  now = () => performance.now(),
  pause = (ms) => delay(ms),
}: PieceRunnerOptions = {}): PieceRunner {
  let turn: Promise<unknown> = Promise.resolve()
  return async (work, signal) => {
    for (;;) {
      signal?.throwIfAborted()
      const piece = turn.then(() => {
        const startedAt = now()
        let next = work.next()
        while (next.done !== true && now() - startedAt < pieceMs) next = work.next()
        return { next, tookMs: now() - startedAt }
      })
      turn = piece.then(
        ({ tookMs }) => pause(tookMs),
        () => undefined,
      )
      const { next } = await piece
      if (next.done === true) return next.value
    }
  }
}

/** Runs work to its end without a break. */
export function finishPieces<Result>(work: Pieces<Result>): Result {
  let next = work.next()
  while (next.done !== true) next = work.next()
  return next.value
}
