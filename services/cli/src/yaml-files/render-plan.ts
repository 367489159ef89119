import { toText } from '../output/terminal-text.js'
import type { PlanStep } from './plan-documents.js'

type AnyStep = PlanStep<{ name: string }, { name: string }, object>

const signs = { create: '+', change: '~', keep: '=', delete: '-' } as const

/** Renders a plan for people: one line per object, followed by the old and new values of changed fields. */
export function renderPlan(steps: readonly AnyStep[]): string {
  return toText(steps.map(renderStep).join(''))
}

function renderStep(step: AnyStep): string {
  const { name } = step.task === 'create' ? step.settings : step.current
  const title = `${signs[step.task]} ${step.task} ${name}\n`
  if (step.task !== 'change') return title
  const was: Readonly<Record<string, unknown>> = { ...step.current }
  return (
    title +
    Object.entries(step.change)
      .map(([field, value]: [string, unknown]) => renderField(field, was[field], value))
      .join('')
  )
}

function renderField(field: string, before: unknown, after: unknown): string {
  const [old, next] = withoutCommonEnds(linesOf(before), linesOf(after))
  return [`    ${field}:`, ...old.map((line) => `    - ${line}`), ...next.map((line) => `    + ${line}`), ''].join('\n')
}

function linesOf(value: unknown): string[] {
  // A field that did not exist has no lines.
  if (value === undefined) return []
  return (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).trimEnd().split('\n')
}

/** Removes the common beginning and end of two texts, which do not help to show the difference. */
function withoutCommonEnds(before: readonly string[], after: readonly string[]): [string[], string[]] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)]
}
