/** One choice: options with features, which of them is true, and how much it counts. */
export interface Choice {
  options: readonly { features: Readonly<Partial<Record<string, number>>> }[]
  truth: number
  weight: number
}

const stepsMax = 400
/** How strongly weights are drawn to their priors: tried on authors that were left out. */
const pullUsual = 1
/** For what failed first there are few choices for the weights: they stay near to where learning begins. */
export const firstFailingPull = 10

/**
 * Maximum a posteriori of a conditional logit (D. McFadden, 1974) whose weights are drawn to priors; gradient descent
 * with momentum on scaled steps (D. Kingma and J. Ba, Adam, 2015). The same examples give the same weights.
 * @param pull Precision of the normal prior.
 */
export function fitChoices<Name extends string>(
  choices: readonly Choice[],
  priors: Readonly<Record<Name, number>>,
  pull = pullUsual,
): Record<Name, number> {
  const names = Object.keys(priors).filter((name): name is Name & string => name in priors)
  const sparse = choices.map((choice) => toSparse(choice, names))
  const start = names.map((name): number => priors[name])
  const weights = [...start]
  const [means, squares] = [names.map(() => 0), names.map(() => 0)]
  for (let step = 1; step <= stepsMax; step++) {
    const gradient = weights.map((weight, index) => pull * (weight - (start[index] ?? 0)))
    for (const choice of sparse) addGradient(gradient, choice, weights)
    const rate = 0.1 * (1 - step / (stepsMax + 50))
    gradient.forEach((slope, index) => {
      const mean = 0.9 * (means[index] ?? 0) + 0.1 * slope
      const square = 0.999 * (squares[index] ?? 0) + 0.001 * slope * slope
      means[index] = mean
      squares[index] = square
      const scaled = mean / (1 - 0.9 ** step) / (Math.sqrt(square / (1 - 0.999 ** step)) + 1e-9)
      weights[index] = (weights[index] ?? 0) - rate * scaled
    })
  }
  return Object.fromEntries(names.map((name, index) => [name, weights[index] ?? 0])) as Record<Name, number>
}

/** Options as places and values of features that are not 0. */
interface SparseChoice {
  truth: number
  weight: number
  options: readonly (readonly (readonly [place: number, value: number])[])[]
}

function toSparse({ options, truth, weight }: Choice, names: readonly string[]): SparseChoice {
  const entries = options.map(({ features }) =>
    names.flatMap((name, place): [number, number][] => {
      const value = features[name] ?? 0
      return value === 0 ? [] : [[place, value]]
    }),
  )
  return { truth, weight, options: entries }
}

function addGradient(gradient: number[], { options, truth, weight }: SparseChoice, weights: readonly number[]): void {
  const scores = options.map((option) => option.reduce((sum, [place, value]) => sum + (weights[place] ?? 0) * value, 0))
  const most = Math.max(...scores)
  const exps = scores.map((score) => Math.exp(score - most))
  const total = exps.reduce((sum, value) => sum + value, 0)
  options.forEach((option, index) => {
    const error = ((exps[index] ?? 0) / total - (index === truth ? 1 : 0)) * weight
    for (const [place, value] of option) gradient[place] = (gradient[place] ?? 0) + error * value
  })
}
