/** Severity of a firing alert rule. */
export const alertSeverities = ['warning', 'critical'] as const
export type AlertSeverity = (typeof alertSeverities)[number]
