/** A choice: options with features, the true one, and the weight. */
export interface Choice {
  options: readonly { features: Readonly<Partial<Record<string, number>>> }[]
  truth: number
  weight: number
}

const stepsMax = 50
const halvingsMax = 25
const slopeMin = 1e-6
/** Regularization strength, chosen on left-out authors. */
const pullUsual = 1.2
/** There are few choices about the first failure, so its weights stay close to their initial values. */
export const firstFailingPull = 10

/**
 * Maximum a posteriori estimate of a conditional logit (D. McFadden, 1974) with normal priors and fixed signs: a
 * feature's meaning determines its direction, and few choices must not reverse it. A prior of 0 leaves the sign open.
 * Projected Newton steps (D. Bertsekas, Projected Newton methods for optimization problems with simple constraints,
 * 1982). Deterministic.
 * @param pull Precision of the normal prior.
 */
export function fitChoices<Name extends string>(
  choices: readonly Choice[],
  priors: Readonly<Record<Name, number>>,
  pull = pullUsual,
): Record<Name, number> {
  const names = Object.keys(priors).filter((name): name is Name & string => name in priors)
  const start = names.map((name): number => priors[name])
  const problem = { choices: choices.map((choice) => toSparse(choice, names)), start, pull }
  let weights = [...start]
  for (let step = 0; step < stepsMax; step++) {
    const next = improve(problem, weights)
    if (next === null) break
    weights = next
  }
  return Object.fromEntries(names.map((name, index) => [name, weights[index] ?? 0])) as Record<Name, number>
}

interface Problem {
  choices: readonly SparseChoice[]
  start: readonly number[]
  pull: number
}

/** Options as indexes and values of nonzero features. */
interface SparseChoice {
  truth: number
  weight: number
  options: readonly SparseOption[]
}

type SparseOption = readonly (readonly [place: number, value: number])[]

function toSparse({ options, truth, weight }: Choice, names: readonly string[]): SparseChoice {
  const entries = options.map(({ features }) =>
    names.flatMap((name, place): [number, number][] => {
      const value = features[name] ?? 0
      return value === 0 ? [] : [[place, value]]
    }),
  )
  return { truth, weight, options: entries }
}

/** @returns better weights; null if there are none. */
function improve(problem: Problem, weights: readonly number[]): number[] | null {
  const { start } = problem
  const { gradient, curvature } = slopesAt(problem, weights)
  const isFree = (index: number) => {
    const [sign, slope] = [Math.sign(start[index] ?? 0), gradient[index] ?? 0]
    return Math.abs(slope) > slopeMin && !(weights[index] === 0 && sign * slope > 0)
  }
  const free = weights.map((_, index) => index).filter(isFree)
  const direction = solve(
    free.map((row) => free.map((column) => curvature[row]?.[column] ?? 0)),
    free.map((index) => gradient[index] ?? 0),
  )
  const before = lossAt(problem, weights)
  for (let halving = 0, share = 1; halving < halvingsMax; halving++, share /= 2) {
    const next = [...weights]
    free.forEach((index, place) => {
      const weight = (weights[index] ?? 0) - share * (direction[place] ?? 0)
      next[index] = weight * (start[index] ?? 0) < 0 ? 0 : weight
    })
    if (lossAt(problem, next) < before - 1e-10) return next
  }
  return null
}

/** Negative log-likelihood of choices and weights together, up to a constant. */
function lossAt({ choices, start, pull }: Problem, weights: readonly number[]): number {
  const far = weights.reduce((sum, weight, index) => sum + (weight - (start[index] ?? 0)) ** 2, 0)
  const losses = choices.map((one) => -one.weight * Math.log(chancesOf(one, weights)[one.truth] ?? 0))
  return losses.reduce((sum, loss) => sum + loss, (pull / 2) * far)
}

function slopesAt({ choices, start, pull }: Problem, weights: readonly number[]) {
  const gradient = weights.map((weight, index) => pull * (weight - (start[index] ?? 0)))
  const curvature = weights.map((_, row) => weights.map((_, column) => (row === column ? pull : 0)))
  for (const choice of choices) {
    const { options, truth, weight } = choice
    const chances = chancesOf(choice, weights)
    const mean = new Map<number, number>()
    options.forEach((option, index) => {
      const chance = chances[index] ?? 0
      for (const [place, value] of option) mean.set(place, (mean.get(place) ?? 0) + chance * value)
      addProducts(curvature, option, weight * chance)
    })
    addProducts(curvature, [...mean], -weight)
    for (const [place, value] of mean) gradient[place] = (gradient[place] ?? 0) + weight * value
    for (const [place, value] of options[truth] ?? []) gradient[place] = (gradient[place] ?? 0) - weight * value
  }
  return { gradient, curvature }
}

function addProducts(matrix: readonly number[][], values: SparseOption, factor: number): void {
  for (const [row, value] of values) {
    const line = matrix[row]
    if (line) for (const [column, other] of values) line[column] = (line[column] ?? 0) + factor * value * other
  }
}

function chancesOf({ options }: SparseChoice, weights: readonly number[]): number[] {
  const scores = options.map((option) => option.reduce((sum, [place, value]) => sum + (weights[place] ?? 0) * value, 0))
  const most = Math.max(...scores)
  const exps = scores.map((score) => Math.exp(score - most))
  const total = exps.reduce((sum, value) => sum + value, 0)
  return exps.map((value) => value / total)
}

/** Solves linear equations with a symmetric positive definite matrix by Gaussian elimination. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0])
  rows.forEach((pivot, at) => {
    for (const row of rows.slice(at + 1)) {
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1)
      for (let column = at; column < row.length; column++) {
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0)
      }
    }
  })
  const solution = right.map(() => 0)
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at] ?? []
    const known = solution.reduce((sum, value, column) => (column > at ? sum + value * (row[column] ?? 0) : sum), 0)
    solution[at] = ((row.at(-1) ?? 0) - known) / (row[at] ?? 1)
  }
  return solution
}
