import { isJsonObject } from '@signalbox/sentry-events'

/** Web vitals that SDKs send without a unit. */
const defaultUnits: Readonly<Record<string, string>> = {
  fcp: 'millisecond',
  fid: 'millisecond',
  fp: 'millisecond',
  inp: 'millisecond',
  lcp: 'millisecond',
  ttfb: 'millisecond',
  'ttfb.requesttime': 'millisecond',
}

/**
 * Converts a transaction's measurements to attributes: `measurements.<name>` is the value, `measurements.<name>.unit`
 * its unit if there is one. Values that aren't finite numbers are left out.
 */
export function readMeasurements(measurements: unknown): Record<string, unknown> {
  const attributes: Record<string, unknown> = {}
  if (!isJsonObject(measurements)) return attributes
  for (const [name, measurement] of Object.entries(measurements)) {
    const value = isJsonObject(measurement) ? measurement['value'] : undefined
    if (typeof value !== 'number' || !isJsonObject(measurement)) continue
    const unit = measurement['unit'] ?? (Object.hasOwn(defaultUnits, name) ? defaultUnits[name] : undefined)
    attributes[`measurements.${name}`] = value
    if (typeof unit === 'string' && unit !== '' && unit !== 'none') attributes[`measurements.${name}.unit`] = unit
  }
  return attributes
}
