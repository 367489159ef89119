import {
  AddressRangeFault,
  ConfigError,
  createAddressPolicy,
  type AddressPolicy,
  type ConfigOf,
} from '@signalbox/service-kit'
import type { controlPlaneSettings } from '../../config.js'
import type { NoticeSettings } from './notices.js'
import type { SmtpSettings } from '../delivery/sending.js'

type NoticeConfig = Pick<ConfigOf<typeof controlPlaneSettings>, 'outboundAllow' | 'smtpUrl' | 'smtpFrom'>

/** @throws ConfigError if the allow list contains anything but addresses, or SMTP is only partly configured. */
export function readNoticeSettings(config: NoticeConfig): NoticeSettings {
  const smtp = readSmtp(config)
  return { policy: readPolicy(config.outboundAllow), ...(smtp && { smtp }) }
}

function readPolicy(allow: readonly string[]): AddressPolicy {
  try {
    return createAddressPolicy(allow)
  } catch (error) {
    if (!(error instanceof AddressRangeFault)) throw error
    throw new ConfigError([`SIGNALBOX_OUTBOUND_ALLOW must be a list of addresses and ranges: ${error.message}`])
  }
}

function readSmtp({ smtpUrl, smtpFrom }: NoticeConfig): SmtpSettings | undefined {
  if (smtpUrl === undefined && smtpFrom === undefined) return undefined
  if (smtpUrl === undefined || smtpFrom === undefined || !URL.canParse(smtpUrl)) {
    throw new ConfigError(['SIGNALBOX_SMTP_URL (a URL) and SIGNALBOX_SMTP_FROM must be set together'])
  }
  return { url: smtpUrl, from: smtpFrom }
}
