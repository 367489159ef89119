import { createValidator, type Static, type TObject, type ToolContract } from '@signalbox/contracts'
import type { InvestigationStep } from '../investigation/investigation.js'

/** Asks a read-only route: a step of an investigation does, and so does a client of the API. */
export type Ask = InvestigationStep['ask']

/** What a question of a tool gave. */
export interface ToolAnswer {
  /** Evidence that keeps the whole answer; empty where none is kept. */
  evidenceId: string
  /** What it is the answer to, in a word. */
  about: string
  /** What is shown of it; a view keeps the form, so that pointers into the whole answer can be read off. */
  shown: unknown
}

/** A tool that looks something up. It knows no organization and no key: whoever asks for it does. */
export interface Tool {
  name: string
  contract: ToolContract
  /**
   * Says what is wrong with arguments, in words that help to fix them.
   * @returns undefined when they are right.
   */
  findFault(input: unknown): string | undefined
  /** @throws whatever `ask` does; Error for arguments that have a fault. */
  run(input: unknown, ask: Ask): Promise<ToolAnswer[]>
}

type Work<Input extends TObject> = (input: Static<Input>, ask: Ask) => Promise<ToolAnswer[]>

/** Joins a tool's contract and its work. */
export function createTool<Input extends TObject>(
  name: string,
  contract: ToolContract<Input>,
  work: Work<Input>,
): Tool {
  const validate = createValidator(contract.input, { allFaults: true })
  const read = (input: unknown) => validate(input)
  const explain = (faults: readonly { pointer: string; detail: string }[]) =>
    faults.map(({ pointer, detail }) => `${pointer === '' ? 'the arguments' : pointer} ${detail}`).join('; ')
  return {
    name,
    contract,
    findFault: (input) => {
      const checked = read(input)
      return checked.ok ? undefined : explain(checked.faults)
    },
    run: async (input, ask) => {
      const checked = read(input)
      if (!checked.ok) throw new Error(explain(checked.faults))
      return work(checked.value, ask)
    },
  }
}
