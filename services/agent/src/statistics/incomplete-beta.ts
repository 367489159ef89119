/**
 * The regularized incomplete beta function I_x(a, b), by its continued fraction (NIST Digital Library of Mathematical
 * Functions 8.17.22), evaluated with the modified Lentz algorithm (DLMF 3.10). It yields tails of binomial
 * distributions without summation, even for counts in the millions.
 * @param x 0 to 1.
 * @param shape Both above 0.
 * @returns 0 to 1, accurate to about 12 digits.
 */
export function incompleteBeta(x: number, { a, b }: { a: number; b: number }): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges quickly below the mean; above it, use the symmetry I_x(a, b) = 1 − I_1−x(b, a).
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, { a: b, b: a })
  const factor = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) / a
  return Math.min(1, factor * continuedFraction(x, a, b))
}

const iterationsMax = 10_000
const accuracy = 1e-14
const tiny = 1e-300

function continuedFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m <= iterationsMax; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    let change = 1
    for (const term of [even, odd]) {
      d = 1 / notZero(1 + term * d)
      c = notZero(1 + term / c)
      change = c * d
      value *= change
    }
    if (Math.abs(change - 1) < accuracy) break
  }
  return value
}

function notZero(value: number): number {
  return Math.abs(value) < tiny ? tiny : value
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b)
}

/** Coefficients of the Lanczos approximation for g = 7 and nine terms. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/**
 * Natural logarithm of the gamma function (C. Lanczos, A precision approximation of the gamma function, 1964).
 * @param x Above 0.
 */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const base = x + 6.5
  const sum = lanczos.reduce((total, term, index) => total + (index === 0 ? term : term / (x - 1 + index)), 0)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum)
}
