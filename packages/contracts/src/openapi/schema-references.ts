import type { TSchema } from 'typebox'

/** JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>

export interface SchemaReferences {
  /** Returns the schema for the document: every named schema in it becomes a `$ref`. */
  refer(schema: TSchema): unknown
  /** All named schemas, for `components.schemas`. */
  components(): Record<string, unknown>
}

/**
 * Replaces named schemas with references. Schemas are identified by their text, so a copy counts as the same schema;
 * two names for the same text are ambiguous.
 * @throws Error if two named schemas are identical.
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

/** Readers of the document know the standard format name; its description lists what else we accept. */
function publicFormat(key: string, value: unknown): string | undefined {
  return key === 'format' && value === 'timestamp' ? 'date-time' : undefined
}
