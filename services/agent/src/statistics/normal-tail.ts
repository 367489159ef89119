/**
 * Probability that a standard normal variable exceeds `z`: the complementary error function by its continued fraction
 * (DLMF 7.9.3) in the tail, and by its power series (DLMF 7.6.2) near the center. Far tails matter here: clear-cut
 * cases have probabilities of 1e-9 and below.
 */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z)
  return z < 3 ? 0.5 - density(z) * seriesBelow(z) : density(z) * fractionBeyond(z)
}

function density(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
}

/** z + z³/3 + z⁵/(3·5) + … */
function seriesBelow(z: number): number {
  let term = z
  let total = z
  for (let odd = 3; term > total * 1e-16; odd += 2) {
    term *= (z * z) / odd
    total += term
  }
  return total
}

/** 1/(z + 1/(z + 2/(z + 3/(z + …)))) */
function fractionBeyond(z: number): number {
  let value = z
  for (let depth = 200; depth >= 1; depth--) value = z + depth / value
  return 1 / value
}
