/** Whether a measured value is beyond a threshold in the given direction. Equality is not beyond. */
export function isBeyond(is: 'above' | 'below', value: number, threshold: number): boolean {
  return is === 'above' ? value > threshold : value < threshold
}
