import { createValidator, type Static, type TObject, type ToolContract } from '@signalbox/contracts'
import type { InvestigationStep } from '../investigation/investigation.js'

/** Calls a read-only route, either from a step of an investigation or through an API client. */
export type Ask = InvestigationStep['ask']

/** Result of one query made by a tool. */
export interface ToolResult {
  /** Evidence that stores the complete answer; empty if none is stored. */
  evidenceId: string
  /** Names the subject of the answer in a word. */
  about: string
  /** The part shown. A view preserves the structure, so that readers can derive pointers into the complete answer. */
  shown: unknown
}

/** A tool that queries data. It knows no organization or key; the caller's `ask` does. */
export interface Tool {
  name: string
  contract: ToolContract
  /**
   * Describes a fault in the arguments such that it can be fixed.
   * @returns undefined if the arguments are valid.
   */
  findFault(input: unknown): string | undefined
  /** @throws whatever `ask` throws; Error for invalid arguments. */
  run(input: unknown, ask: Ask): Promise<ToolResult[]>
}

type Work<Input extends TObject> = (input: Static<Input>, ask: Ask) => Promise<ToolResult[]>

/** Combines a tool's contract with its implementation. */
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
