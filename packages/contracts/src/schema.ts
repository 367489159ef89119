import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'

/** Schema types, for code that is generic over contracts. */
export type { Static, TObject, TSchema, TUnsafe } from 'typebox'

/** Building blocks that schemas share. */

/** ISO 8601: in output always UTC with milliseconds; in input the zone is optional. */
export const Timestamp = Type.String({
  format: 'timestamp',
  description: 'ISO 8601 timestamp, UTC, milliseconds',
  examples: ['2026-01-01T00:00:00.000Z'],
})

/** One of several strings; as an `enum`, which tools display better than a union of constants. */
export function OneOf<const T extends string>(values: readonly T[], options: Record<string, unknown> = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
}

/** An object that we define: unknown fields are rejected. */
export function Closed<P extends TProperties>(properties: P, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** An object that other programs send: unknown fields are ignored. */
export function Open<P extends TProperties>(properties: P, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: true, ...options })
}

/**
 * An object with arbitrary keys and values of one shape. Not `Type.Record`: its key pattern does not match keys with a
 * line break, whose values would not be validated.
 */
export function MapOf<S extends TSchema>(value: S, options: Record<string, unknown> = {}) {
  return Type.Unsafe<Record<string, Static<S>>>({ type: 'object', additionalProperties: value, ...options })
}

export function NullableOf<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}

/**
 * One of several objects, distinguished by a field with a different constant in each. Errors refer to the intended
 * object only, not to all of them.
 */
export function OneByTag<const V extends readonly TObject[]>(tag: string, variants: V) {
  return Type.Unsafe<Static<V[number]>>({
    type: 'object',
    discriminator: { propertyName: tag },
    oneOf: [...variants],
  })
}
