import type { Random } from '../support/random.js'
import type { Json } from './mutations.js'

/** The parts of contract schemas that are interpreted. */
interface Schema {
  type?: string
  enum?: Json[]
  const?: Json
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  items?: Schema
  required?: string[]
  properties?: Record<string, Schema>
  'x-since'?: unknown
}

/** Texts for the patterns' formats; the first matching one is used. */
const forms: readonly string[] = [
  'a',
  '1',
  'abc-def',
  '90m',
  '0-1',
  '0:0:0',
  'a@example.com',
  'a/b',
  'key:value',
  '/path',
  'a'.repeat(16),
  'a'.repeat(32),
  'a'.repeat(40),
  '0192f3a0-0000-7000-8000-000000000001',
  'https://example.com/',
]
const texts = ['shop', 'production', '1.0.0', 'GET /cart', 'correct horse battery', 'is:unresolved', 'zürich', '0']

/** A value that a contract schema permits, or almost permits. */
export function sampleOf(given: object, random: Random): Json {
  const schema: Schema = given
  const some = <T>(values: readonly T[]): T | undefined => values[random.integer(0, values.length - 1)]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return some(schema.enum) ?? null
  const variant = some(schema.anyOf ?? schema.oneOf ?? [])
  if (variant) return sampleOf(variant, random)
  if (schema['x-since'] !== undefined) return random.pick(['1h', '24h', '7d', '90m'])
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, random)
    case 'array':
      return Array.from({ length: random.integer(schema.minItems ?? 0, (schema.minItems ?? 0) + 2) }, () =>
        sampleOf(schema.items ?? {}, random),
      )
    case 'integer':
    case 'number': {
      const minimum = schema.minimum ?? 0
      return random.integer(minimum, Math.min(schema.maximum ?? minimum + 100, minimum + 1_000))
    }
    case 'boolean':
      return random.next() < 0.5
    case 'null':
      return null
    case 'string':
      return sampleText(schema, random)
    default:
      return {}
  }
}

function sampleObject({ properties = {}, required = [] }: Schema, random: Random): Json {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || random.next() < 0.3)
  return Object.fromEntries(chosen.map(([name, schema]) => [name, sampleOf(schema, random)]))
}

function sampleText({ format, pattern, minLength = 0, maxLength = 1_000 }: Schema, random: Random): string {
  if (format === 'timestamp' || format === 'date-time') {
    return new Date(Date.now() - random.integer(-1_000_000, 7_200_000)).toISOString()
  }
  if (format === 'uuid') return '0192f3a0-0000-7000-8000-000000000001'
  const form = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const fitting = forms.filter((text) => form?.test(text))
  const chosen = fitting[random.integer(0, fitting.length - 1)]
  if (chosen !== undefined) return chosen
  const text = random.pick(['shop', ...texts])
  return text.padEnd(minLength, 'x').slice(0, maxLength)
}
