/** An enum of the schema as JSON may spell it: names consist of `prefix` and one of `names`, in numeric order. */
export interface JsonEnum {
  prefix: string
  names: readonly string[]
}

const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']

export const spanKinds: JsonEnum = {
  prefix: 'SPAN_KIND_',
  names: ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'],
}

export const statusCodes: JsonEnum = { prefix: 'STATUS_CODE_', names: ['UNSET', 'OK', 'ERROR'] }

export const temporalityNames: JsonEnum = {
  prefix: 'AGGREGATION_TEMPORALITY_',
  names: ['UNSPECIFIED', 'DELTA', 'CUMULATIVE'],
}

/** Each level has four steps: `INFO`, `INFO2`, `INFO3`, `INFO4`. */
export const severityNumbers: JsonEnum = {
  prefix: 'SEVERITY_NUMBER_',
  names: ['UNSPECIFIED', ...levels.flatMap((level) => ['', '2', '3', '4'].map((step) => level + step))],
}
