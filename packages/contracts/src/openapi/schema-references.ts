import type { TSchema } from 'typebox'

/** JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>

export interface SchemaReferences {
  /** The schema as the document shows it: every named schema in it is a `$ref`. */
  refer(schema: TSchema): unknown
  /** All named schemas, for `components.schemas`. */
  components(): Record<string, unknown>
}

/**
 * Replaces schemas that have a name by references to it. Schemas are told by their text, so that a copy counts as the
 * same schema; two names for one text would be ambiguous and are refused.
 * @throws Error when two named schemas are alike.
 */
export function createSchemaReferences(named: Readonly<Record<string, TSchema>>): SchemaReferences {
  const nameByText = new Map<string, string>()
  for (const [name, schema] of Object.entries(named)) {
    const text = JSON.stringify(schema)
    const other = nameByText.get(text)
    if (other !== undefined) throw new Error(`schemas ${other} and ${name} are identical: give one of them a name`)
    nameByText.set(text, name)
  }

  function refer(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const name = nameByText.get(JSON.stringify(value))
    return name === undefined ? copy(value) : { $ref: `#/components/schemas/${name}` }
  }

  function copy(value: object): unknown {
    if (Array.isArray(value)) return value.map(refer)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, publicFormat(key, part) ?? refer(part)]))
  }

  return {
    refer,
    components: () => Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, copy(schema)])),
  }
}

/** Readers of the document know the standard word; what we take in besides is in the description of the document. */
function publicFormat(key: string, value: unknown): string | undefined {
  return key === 'format' && value === 'timestamp' ? 'date-time' : undefined
}
