import { createValidator, exportedKinds, isDeeperThan, limits, Timestamp, type Validator } from '@signalbox/contracts'
import { Type, type TSchema } from 'typebox'
import type { BundleLine } from './bundle-line.js'

const Dated = Type.Object({ occurred_at: Timestamp })

/** The fields that this program depends on. The receiver validates the rest of items, changes and transcripts. */
const shapes: { readonly [L in BundleLine['line']]: TSchema } = {
  header: Type.Object({
    format: Type.String(),
    version: Type.Number(),
    start: Type.String(),
    end: Type.String(),
  }),
  project: Type.Object({ id: Type.String(), name: Type.String() }),
  item: Type.Object({
    kind: Type.Union(exportedKinds.map((kind) => Type.Literal(kind))),
    item: Type.Object({}),
  }),
  change: Type.Object({ change: Dated }),
  deployment: Type.Object({ deployment: Dated }),
  session: Type.Object({ record: Type.Object({}) }),
  end: Type.Object({ counts: Type.Record(Type.String(), Type.Number()) }),
}
const validators = new Map<unknown, Validator<unknown>>(
  Object.entries(shapes).map(([line, shape]) => [line, createValidator(shape)]),
)

/** Parses a line of an untrusted file. @returns undefined if it is not a valid bundle line. */
export function readBundleLine(text: string): BundleLine | undefined {
  // Sending an entry serializes it, which is recursive.
  if (isDeeperThan(Buffer.from(text), limits.bundle.jsonDepthMax)) return undefined
  const value = parse(text)
  return isBundleLine(value) ? value : undefined
}

function isBundleLine(value: unknown): value is BundleLine {
  if (typeof value !== 'object' || value === null || !('line' in value)) return false
  return validators.get(value.line)?.(value).ok === true
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
