/** Kinds of stored telemetry. Add a new kind here first; the compiler then lists what is missing. */
export const telemetryKinds = [
  'error',
  'span',
  'metric',
  'log',
  'app_metric',
  'data_point',
  'session',
  'check_in',
  'feedback',
  'attachment',
  'client_report',
] as const
export type TelemetryKind = (typeof telemetryKinds)[number]
