import type { Clock, Log } from '@signalbox/service-kit'
import type { BackgroundWork } from '../background/background-work.js'
import { createRepeater, type Repetition } from '../background/create-repeater.js'
import type { Engine } from './engine.js'

export interface EngineLoopOptions {
  engine: Engine
  clock: Clock
  log: Log
}

/**
 * Calls an engine when it wants to be called. Schedules and conditions have a loop each: a query that takes long must
 * not hold up a schedule.
 */
export function createEngineLoop({ engine, clock, log }: EngineLoopOptions): BackgroundWork {
  const repeat = createRepeater({ clock, log })
  let loops: Repetition[] = []
  return {
    start: () => {
      loops = [
        repeat('moving workflows on', () => Promise.resolve(engine.tick())),
        repeat('looking at conditions', () => engine.look()),
      ]
    },
    stop: async () => {
      await Promise.all(loops.splice(0).map((loop) => loop.stop()))
      engine.release()
    },
  }
}
