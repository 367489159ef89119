import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'

/** Types of schemas, for code that is generic over contracts. */
export type { Static, TObject, TSchema, TUnsafe } from 'typebox'

/** Building blocks that the schemas share. */

/** ISO 8601, UTC with milliseconds on the way out; zone optional on the way in. */
export const Timestamp = Type.String({
  format: 'timestamp',
  description: 'ISO 8601 timestamp, UTC, milliseconds',
  examples: ['2026-01-01T00:00:00.000Z'],
})

/** One of some words; as `enum`, which tools display better than a union of constants. */
export function OneOf<const T extends string>(values: readonly T[], options: Record<string, unknown> = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
}

/** An object we own: unknown fields are refused. */
export function Closed<P extends TProperties>(properties: P, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** An object whose unknown fields are ignored: what other programs send. */
export function Open<P extends TProperties>(properties: P, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: true, ...options })
}

/**
 * An object with free names and values of one shape. Not `Type.Record`: its name pattern leaves out names with a line
 * break, whose values would then go unchecked.
 */
export function MapOf<S extends TSchema>(value: S, options: Record<string, unknown> = {}) {
  return Type.Unsafe<Record<string, Static<S>>>({ type: 'object', additionalProperties: value, ...options })
}

export function NullableOf<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}

/**
 * One of several objects, told apart by a field that holds a different constant in each: faults are those of the object
 * that is meant, not of all.
 */
export function OneByTag<const V extends readonly TObject[]>(tag: string, variants: V) {
  return Type.Unsafe<Static<V[number]>>({
    type: 'object',
    discriminator: { propertyName: tag },
    oneOf: [...variants],
  })
}
