/** How bad it is when an alert rule fires. */
export const alertSeverities = ['warning', 'critical'] as const
export type AlertSeverity = (typeof alertSeverities)[number]
