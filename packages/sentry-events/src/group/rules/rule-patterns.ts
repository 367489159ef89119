import { BitSet } from './bit-set.js'
import { compileGlob, readText, textLengthMax, type Glob, type TextForm } from './glob.js'
import { LiteralIndex } from './literal-index.js'
import { takeSteps, type RuleBudget, type TextFindings } from './rule-budget.js'

/**
 * True if the text matches.
 * @throws like `takeSteps`.
 */
export type TextMatcher = (text: string, budget: RuleBudget) => boolean

/** A pattern of a project's rules. */
export interface RulePattern {
  id: number
  matches: TextMatcher
}

/**
 * The patterns of a project's rules. Events repeat the same few texts, and most texts match none of the patterns. So one
 * pass over a text finds the patterns that it may match, and results are remembered with the budget.
 *
 * Add all patterns before the first match.
 */
export class RulePatterns {
  #count = 0
  readonly #fields = new Map<string, FieldPatterns>()

  /**
   * @param field Name of the field whose texts are matched.
   * @param form How its texts are compared; the same for all patterns of a field.
   */
  add(pattern: string, field: string, form: TextForm): RulePattern {
    const id = this.#count
    this.#count += 1
    const owner = this.#fields.get(field) ?? new FieldPatterns(form, () => this.#count)
    this.#fields.set(field, owner)
    const glob = compileGlob(pattern, form)
    owner.add(id, glob)
    return { id, matches: (text, budget) => owner.matches(id, glob, text, budget) }
  }

  /**
   * Adds the ids of the patterns of a field that a text may match.
   * @throws like `takeSteps`.
   */
  addPossible(possible: BitSet, field: string, text: string, budget: RuleBudget): void {
    const findings = this.#fields.get(field)?.findingsOf(text, budget)
    if (findings !== undefined) possible.addAll(findings.possible)
  }

  /** An empty set of ids. */
  createSet(): BitSet {
    return BitSet.below(this.#count)
  }
}

/** Fixed cost of reading a text: this many steps, plus one for each of so many characters. */
const stepsPerText = 16
const charactersPerStep = 4
/** Texts remembered; then all are forgotten. */
const textsMax = 10_000

/** The patterns of one field. */
class FieldPatterns {
  readonly #form: TextForm
  readonly #countIds: () => number
  readonly #literals = new Map<number, string>()
  #index: LiteralIndex | undefined

  constructor(form: TextForm, countIds: () => number) {
    this.#form = form
    this.#countIds = countIds
  }

  add(id: number, { literal }: Glob): void {
    this.#literals.set(id, literal)
  }

  matches(id: number, glob: Glob, text: string, budget: RuleBudget): boolean {
    takeSteps(budget, 1)
    const findings = this.findingsOf(text, budget)
    const { possible, matching } = findings
    if (!possible.has(id)) return false
    if (matching.has(id)) return true
    const isMatch = glob.matches(findings.text, budget)
    if (isMatch) matching.add(id)
    else possible.delete(id)
    return isMatch
  }

  findingsOf(text: string, budget: RuleBudget): TextFindings {
    const texts = this.#textsOf(budget)
    const head = text.length > textLengthMax ? text.slice(0, textLengthMax) : text
    return texts.get(head) ?? this.#find(head, texts, budget)
  }

  #find(head: string, texts: Map<string, TextFindings>, budget: RuleBudget): TextFindings {
    takeSteps(budget, stepsPerText + Math.floor(head.length / charactersPerStep))
    this.#index ??= new LiteralIndex(this.#literals, this.#countIds())
    const text = readText(head, this.#form)
    const findings = { text, possible: this.#index.find(text), matching: BitSet.below(this.#countIds()) }
    if (texts.size >= textsMax) texts.clear()
    texts.set(head, findings)
    return findings
  }

  #textsOf({ memory }: RuleBudget): Map<string, TextFindings> {
    const known = memory.get(this)
    if (known !== undefined) return known
    const texts = new Map<string, TextFindings>()
    memory.set(this, texts)
    return texts
  }
}
