const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/**
 * Parses a Kubernetes quantity: `3920m` is 3.92, `16384256Ki` a number of bytes, `1e3` a thousand.
 * @returns undefined if the text is not a quantity.
 */
export function parseQuantity(text: unknown): number | undefined {
  if (typeof text === 'number') return Number.isFinite(text) ? text : undefined
  if (typeof text !== 'string') return undefined
  const match = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))([eE][+-]?\d+)?(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$/.exec(text)
  if (!match) return undefined
  const [, number = '', exponent = '', suffix = ''] = match
  const factor = factors[suffix]
  if (factor === undefined || (exponent !== '' && suffix !== '')) return undefined
  const value = Number(`${number}${exponent}`)
  // Dividing is exact where multiplying by a fraction is not: 3920m is 3.92, not 3.9200000000000004.
  return factor < 1 ? value / Math.round(1 / factor) : value * factor
}
