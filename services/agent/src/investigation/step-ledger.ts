import type { RecordedStep } from '@signalbox/service-kit'
import { canonicalJson } from './canonical-json.js'
import type { StepDescription } from './investigation.js'

/** A step at its start. */
export interface StartedStep {
  number: number
  /** The step as recorded by an earlier worker; undefined if it is executed for the first time. */
  earlier: RecordedStep | undefined
  /** True if the record has a different step in its place. */
  differs: boolean
}

/** Tracks which steps are in the record and assigns step numbers. */
export interface StepLedger {
  begin(description: StepDescription): StartedStep
  /**
   * From here on no step matches a recorded one.
   * @returns The number of the diverging step.
   */
  diverge(): number
}

/**
 * Matches recorded steps by tool and arguments, not by number: concurrent steps may be recorded in any order, and a
 * crash may have lost any of them. A gap in the recorded numbers indicates such a loss. Without a gap, an unrecorded
 * step while recorded ones are still unmatched means that the program has changed.
 */
export function createStepLedger(record: readonly RecordedStep[]): StepLedger {
  const waiting = [...record].sort((a, b) => a.step.number - b.step.number)
  const taken = new Set(record.map(({ step }) => step.number))
  const takeNumber = (): number => {
    const free = firstFree(taken)
    taken.add(free)
    return free
  }
  const diverge = (): number => {
    waiting.length = 0
    return takeNumber()
  }
  return {
    diverge,
    begin: (description) => {
      const key = keyOf(description.tool, description.input ?? {})
      const index = waiting.findIndex(({ step }) => keyOf(step.tool, step.input) === key)
      const [earlier] = index === -1 ? [] : waiting.splice(index, 1)
      if (earlier) return { number: earlier.step.number, earlier, differs: false }
      const lastWaiting = waiting.at(-1)?.step.number ?? 0
      const differs = lastWaiting > 0 && firstFree(taken) > lastWaiting
      return { number: differs ? diverge() : takeNumber(), earlier: undefined, differs }
    },
  }
}

function firstFree(taken: ReadonlySet<number>): number {
  let number = 1
  while (taken.has(number)) number += 1
  return number
}

function keyOf(tool: string | null, input: Readonly<Record<string, unknown>>): string {
  return `${tool ?? ''} ${canonicalJson(input)}`
}
