import type { Clock, Log } from '@signalbox/service-kit'
import type { Engine } from './engine.js'

export interface EngineLoopOptions {
  engine: Engine
  clock: Clock
  log: Log
}

/** Calls an engine when it wants to be called: the only place of it with timers. */
export interface EngineLoop {
  start(): void
  /** Resolves when nothing of it is under way, and another process may go on. */
  stop(): Promise<void>
}

/** Longest pause, whatever the clock does meanwhile, and the pause after a failure. Milliseconds. */
const pauseMsMax = 1_000

/** Schedules and conditions have a loop each: a query that takes long must not hold up a schedule. */
export function createEngineLoop({ engine, clock, log }: EngineLoopOptions): EngineLoop {
  const repeat = createRepeater({ clock, log })
  let loops: { stop(): Promise<void> }[] = []
  return {
    start: () => {
      loops = [repeat(() => Promise.resolve(engine.tick())), repeat(() => engine.look())]
    },
    stop: async () => {
      await Promise.all(loops.splice(0).map((loop) => loop.stop()))
      engine.release()
    },
  }
}

function createRepeater({ clock, log }: Pick<EngineLoopOptions, 'clock' | 'log'>) {
  /** @param work Answers when it wants to be called again. */
  return (work: () => Promise<number>): { stop(): Promise<void> } => {
    let timer: NodeJS.Timeout | undefined
    let isStopped = false
    let underWay = Promise.resolve()
    const turn = async (): Promise<void> => {
      const pauseMs = await doTurn(work)
      if (isStopped) return
      timer = setTimeout(() => {
        underWay = turn()
      }, pauseMs)
    }
    const doTurn = async (job: () => Promise<number>): Promise<number> => {
      try {
        return Math.min(Math.max((await job()) - clock(), 0), pauseMsMax)
      } catch (err) {
        log.error({ err }, 'workflows could not be moved on; trying again')
        return pauseMsMax
      }
    }
    underWay = turn()
    return {
      stop: async () => {
        isStopped = true
        clearTimeout(timer)
        await underWay
      },
    }
  }
}
