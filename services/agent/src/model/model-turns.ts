import { concludingTools, createValidator, FinishInput, readingTools } from '@signalbox/contracts'
import { canonicalJson } from '../investigation/canonical-json.js'
import type { Investigation, ReportDraft } from '../investigation/investigation.js'
import { fitResults } from '../tools/fit-results.js'
import { findTool } from '../tools/registry.js'
import type { Completion, LanguageModel, ModelMessage, OfferedTool, ToolCall } from './language-model.js'
import { quote, systemPrompt } from './prompt.js'
import type { SecretVault } from './secret-vault.js'

/** How a model's turns end: with its conclusion, or with the reason for having none. */
export type ModelOutcome = { draft: ReportDraft } | { failure: string }

export interface ModelTurns {
  investigation: Investigation
  /** Already guarded. */
  model: LanguageModel
  vault: SecretVault
  /** The first message to the model. */
  question: string
  /** Complete results by evidence id; tools add theirs. */
  results: Map<string, unknown>
}

/** Maximum turns per session. In the last one the model can only finish. */
const turnsMax = 40
/** Maximum consecutive turns without progress: no call, or no call that is both new and valid. */
const emptyTurnsMax = 3
/** Maximum calls per turn; further ones are refused. */
const callsMax = 8
const answerBytesMax = 12_000
/** Maximum characters of the conversation; beyond that, the model must finish. */
const conversationLengthMax = 400_000
/** Milliseconds reserved for concluding without the model. */
const reservedMs = 5_000

const offered: readonly OfferedTool[] = Object.entries({ ...readingTools, ...concludingTools }).map(
  ([name, { description, input }]) => ({ name, description, schema: input }),
)
const finishOnly = offered.filter(({ name }) => name === 'finish')
const validateFinish = createValidator(FinishInput, { allFaults: true })

/** Lets a model call tools until it concludes or makes no more progress. */
export async function runModelTurns(turns: ModelTurns): Promise<ModelOutcome> {
  const messages: ModelMessage[] = [{ role: 'user', text: turns.question }]
  const asked = new Set<string>()
  let emptyTurns = 0
  for (let turn = 1; turn <= turnsMax; turn += 1) {
    const isLast = turn === turnsMax || emptyTurns === emptyTurnsMax - 1 || lengthOf(messages) > conversationLengthMax
    const reply = await askModel(turns, messages, isLast)
    if ('failure' in reply) return reply
    const { text, calls } = reply.completion
    const draft = readFinish(calls)
    if (draft !== undefined) return { draft }
    const answers = await answerCalls(turns, calls, { asked, isLast })
    emptyTurns = answers.some(({ isNew }) => isNew) ? 0 : emptyTurns + 1
    if (emptyTurns >= emptyTurnsMax) return { failure: 'the model made no new queries and did not conclude' }
    messages.push({ role: 'assistant', text, calls }, ...answers.map(({ message }) => message))
    if (calls.length === 0) messages.push({ role: 'user', text: 'Call a tool, or finish.' })
  }
  return { failure: `the model did not conclude within ${turnsMax} turns` }
}

type ModelReply = { completion: Completion } | { failure: string }

/** Calls the model as a separate step. The result is stored, even if it is a failure. */
async function askModel(
  { investigation, model }: ModelTurns,
  messages: readonly ModelMessage[],
  isLast: boolean,
): Promise<ModelReply> {
  const request = { system: systemPrompt, messages, tools: isLast ? finishOnly : offered, mustCall: isLast }
  try {
    return await investigation.step({ tool: null }, async (step) => {
      const reply = await step.record<ModelReply>('completion', async (signal) => {
        if (investigation.budget.timeMs < reservedMs) return { failure: 'no time was left for the model' }
        return complete(model, request, signal)
      })
      if ('failure' in reply) step.say(`The model did not answer: ${reply.failure}.`)
      else {
        step.countTokens(reply.completion.usage)
        step.say(describeTurn(reply.completion))
      }
      return reply
    })
  } catch (error) {
    investigation.signal.throwIfAborted()
    if (error instanceof Error && error.name === 'BudgetExhausted')
      return { failure: 'the session has spent its budget' }
    throw error
  }
}

async function complete(
  model: LanguageModel,
  request: Parameters<LanguageModel['complete']>[0],
  signal: AbortSignal,
): Promise<ModelReply> {
  try {
    return { completion: await model.complete(request, signal) }
  } catch (error) {
    signal.throwIfAborted()
    return { failure: describeModelError(error) }
  }
}

/** Describes an endpoint's error briefly for the session's reader. The endpoint's own message isn't trusted. */
function describeModelError(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'the endpoint did not answer in time'
  return `the endpoint failed (${error instanceof Error ? error.name : 'unknown error'})`
}

/**
 * Text that a model writes between calls is no finding: only its calls are listed, and only those of tools that exist.
 */
function describeTurn({ calls }: Completion): string {
  if (calls.length === 0) return 'The model answered without a call.'
  const names = calls.map(({ tool }) => (offered.some(({ name }) => name === tool) ? tool : 'an unknown tool'))
  return `The model calls ${names.join(', ')}.`
}

/** The first valid conclusion. */
function readFinish(calls: readonly ToolCall[]): ReportDraft | undefined {
  for (const { tool, input } of calls) {
    const checked = tool === 'finish' ? validateFinish(input) : undefined
    if (checked?.ok) return checked.value
  }
  return undefined
}

interface AnsweredCall {
  message: ModelMessage
  /** True if the call was valid and not a repetition. */
  isNew: boolean
}

interface TurnState {
  asked: Set<string>
  isLast: boolean
}

function answerCalls(turns: ModelTurns, calls: readonly ToolCall[], state: TurnState): Promise<AnsweredCall[]> {
  return Promise.all(calls.map((call, index) => answerCall(turns, call, { ...state, isTooMany: index >= callsMax })))
}

async function answerCall(
  turns: ModelTurns,
  call: ToolCall,
  { asked, isLast, isTooMany }: TurnState & { isTooMany: boolean },
): Promise<AnsweredCall> {
  const answer = (text: string, isNew: boolean): AnsweredCall => ({
    message: { role: 'tool', callId: call.id, tool: call.tool, text },
    isNew,
  })
  const key = `${call.tool} ${canonicalJson(call.input ?? null)}`
  const fault = findCallFault(call, turns.vault)
  if (fault !== undefined) return answer(`Refused: ${fault}`, false)
  if (isLast) return answer('Refused: only finish is left.', false)
  if (isTooMany) return answer(`Refused: at most ${callsMax} calls at once.`, false)
  if (asked.has(key)) return answer('Refused: this was asked before; the answer stands above.', false)
  asked.add(key)
  return answer(await runTool(turns, call), true)
}

function findCallFault({ tool: name, input }: ToolCall, vault: SecretVault): string | undefined {
  if (name === 'finish') {
    const checked = validateFinish(input)
    return checked.ok ? undefined : checked.faults.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')
  }
  if (name === 'record_hypothesis') return undefined
  const tool = findTool(name)
  return tool === undefined ? 'there is no such tool' : tool.findFault(vault.reveal(input))
}

/** Runs a tool as a step: its results are evidence. Secrets are only revealed in queries to the store. */
async function runTool(
  { investigation, vault, results }: ModelTurns,
  { tool: name, input }: ToolCall,
): Promise<string> {
  const description = { tool: name, input: toInput(input) }
  const tool = findTool(name)
  try {
    return await investigation.step(description, async (step) => {
      if (tool === undefined) {
        step.say('The model notes a hypothesis.')
        return 'Noted.'
      }
      const answers = await tool.run(vault.reveal(input), async (contract, asked, summary) => {
        const answer = await step.ask(contract, asked, summary)
        results.set(answer.evidenceId, answer.value)
        return answer
      })
      return quote(
        fitResults(
          answers.map((each) => ({ ...each, shown: vault.hide(each.shown) })),
          answerBytesMax,
        ),
      )
    })
  } catch (error) {
    investigation.signal.throwIfAborted()
    if (!(error instanceof Error)) throw error
    return quote(`The tool failed: ${error.message.slice(0, 500)}`)
  }
}

function toInput(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {}
}

function lengthOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { text }) => sum + text.length, 0)
}
