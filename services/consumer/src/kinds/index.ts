import type { TelemetryKind } from '@signalbox/contracts'
import { logKind } from './log/index.js'
import { appMetricKind } from './app-metric/index.js'
import { sessionKind } from './session/index.js'
import { checkInKind } from './check-in/index.js'
import { feedbackKind } from './feedback/index.js'
import { attachmentKind } from './attachment/index.js'
import { clientReportKind } from './client-report/index.js'
import { dataPointKind } from './data-point/index.js'
import { errorKind } from './error/error-kind.js'
import type { KindPipeline } from '../pipeline/kind-pipeline.js'
import { metricKind } from './metric/index.js'
import { spanKind } from './span/index.js'

/** How each kind of telemetry becomes rows. */
export const kinds = {
  error: errorKind,
  span: spanKind,
  metric: metricKind,
  log: logKind,
  app_metric: appMetricKind,
  data_point: dataPointKind,
  session: sessionKind,
  check_in: checkInKind,
  feedback: feedbackKind,
  attachment: attachmentKind,
  client_report: clientReportKind,
} satisfies { [Kind in TelemetryKind]: KindPipeline }
