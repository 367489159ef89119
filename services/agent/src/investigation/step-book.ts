import type { RecordedStep } from '@signalbox/service-kit'
import { canonicalJson } from './canonical-json.js'
import type { StepDescription } from './investigation.js'

/** A step that begins. */
export interface BegunStep {
  number: number
  /** What an earlier worker recorded of it; undefined when it is done for the first time. */
  earlier: RecordedStep | undefined
  /** Whether the record has another step in its place. */
  differs: boolean
}

/** Which steps were done before, and which number the next one has. */
export interface StepBook {
  begin(description: StepDescription): BegunStep
  /** From here on no step is taken for one that was done before. @returns the number of the step that differs. */
  diverge(): number
}

/**
 * Steps are known again by their tool and its arguments, not by their number: steps that run at the same time may be
 * recorded in another order, and a crash may have lost any of them. A free number below recorded ones is such a loss;
 * without one, a step that nobody recorded while others wait to be repeated means that the program has changed.
 */
export function createStepBook(record: readonly RecordedStep[]): StepBook {
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
