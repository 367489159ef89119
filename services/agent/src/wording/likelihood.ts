/** `94 %`: a probability for readers. What is not certain is never shown as certain. */
export function formatLikelihood(probability: number): string {
  return `${Math.min(99, Math.round(probability * 100))} %`
}

/** A probability as stored in evidence and reports: three decimals, and at most the one that readers see. */
export function storedProbability(probability: number): number {
  return Math.min(0.99, Math.round(probability * 1000) / 1000)
}
