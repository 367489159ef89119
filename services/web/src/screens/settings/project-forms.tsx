import type { ProjectSettingsChange } from '@signalbox/contracts'
import { Area, Check, Field } from '../../parts/form/labelled.js'
import { isTicked, linesOf, numberOf, textOf } from '../../parts/form/read-form.js'
import { SettingsForm, type SettingsFormProps } from './settings-form.js'

const oneALine = 'One per line. * matches any text.'

/** Allowed origins, spike sampling and the handling of OpenTelemetry exceptions. */
export function IntakeSettings(props: SettingsFormProps) {
  const { allowed_domains: domains, spikes, opentelemetry } = props.settings
  return (
    <SettingsForm
      {...props}
      title="Ingestion"
      toChange={(form) => ({
        allowed_domains: linesOf(form, 'domains'),
        spikes: {
          enabled: isTicked(form, 'spikes'),
          events_per_minute: numberOf(form, 'events') ?? spikes.events_per_minute,
        },
        opentelemetry: { exceptions_as_errors: isTicked(form, 'exceptions') },
      })}
    >
      {(faultOf) => (
        <>
          <Area
            label="Allowed browser origins"
            name="domains"
            defaultValue={domains.join('\n')}
            hint="One host per line, such as *.example.com. * allows any. Leave empty to reject all browsers."
            fault={faultOf('/allowed_domains')}
          />
          <Check
            label="Sample error spikes"
            name="spikes"
            defaultChecked={spikes.enabled}
            hint="Every event is counted. Above the limit below, only a sample of each error is stored."
          />
          <Field
            label="Events per error and minute before sampling"
            name="events"
            type="number"
            min={10}
            required
            defaultValue={spikes.events_per_minute}
            fault={faultOf('/spikes/events_per_minute')}
          />
          <Check
            label="Create errors from OpenTelemetry exceptions"
            name="exceptions"
            defaultChecked={opentelemetry?.exceptions_as_errors === true}
            hint="Turns exceptions on span events and log records into errors."
          />
        </>
      )}
    </SettingsForm>
  )
}

const filterChecks = [
  { name: 'browser_extensions', label: 'Errors from browser extensions' },
  { name: 'localhost', label: 'Errors from localhost' },
  { name: 'legacy_browsers', label: 'Errors from outdated browsers' },
  { name: 'web_crawlers', label: 'Errors from web crawlers' },
] as const

const filterPatterns = [
  { name: 'releases', label: 'Releases', hint: oneALine },
  { name: 'error_messages', label: 'Messages', hint: `${oneALine} Also matches “Type: value”.` },
  { name: 'origins', label: 'Page origins', hint: `Origin or host. ${oneALine}` },
  { name: 'ip_addresses', label: 'IP addresses', hint: 'One address or CIDR range per line, such as 10.0.0.0/8.' },
] as const

/** Events that are dropped and counted instead of stored. */
export function FilterSettings(props: SettingsFormProps) {
  const { filters } = props.settings
  return (
    <SettingsForm {...props} title="Filters" note="Matching events are counted, then dropped." toChange={readFilters}>
      {(faultOf) => (
        <>
          {filterChecks.map(({ name, label }) => (
            <Check key={name} {...{ name, label }} defaultChecked={filters[name]} />
          ))}
          {filterPatterns.map(({ name, label, hint }) => (
            <Area
              key={name}
              {...{ name, label, hint }}
              rows={3}
              defaultValue={filters[name].join('\n')}
              fault={faultOf(`/filters/${name}`)}
            />
          ))}
        </>
      )}
    </SettingsForm>
  )
}

function readFilters(form: FormData): ProjectSettingsChange {
  return {
    filters: {
      browser_extensions: isTicked(form, 'browser_extensions'),
      localhost: isTicked(form, 'localhost'),
      legacy_browsers: isTicked(form, 'legacy_browsers'),
      web_crawlers: isTicked(form, 'web_crawlers'),
      releases: linesOf(form, 'releases'),
      error_messages: linesOf(form, 'error_messages'),
      origins: linesOf(form, 'origins'),
      ip_addresses: linesOf(form, 'ip_addresses'),
    },
  }
}

const scrubbingChecks = [
  { name: 'enabled', label: 'Replace secrets and personal data with [Filtered]' },
  { name: 'use_defaults', label: 'Use built-in rules', hint: 'Passwords, tokens, card numbers and keys.' },
  { name: 'messages', label: 'Also scrub messages and log lines' },
  { name: 'store_ip_addresses', label: 'Store users’ IP addresses' },
] as const

const scrubbingNames = [
  {
    name: 'sensitive_fields',
    label: 'Additional sensitive fields',
    hint: 'One per line, matched anywhere in the name, ignoring case.',
  },
  { name: 'safe_fields', label: 'Safe fields', hint: 'One per line. Never scrubbed, whatever the other rules say.' },
] as const

/** Data that is removed before anything is stored. */
export function ScrubbingSettings(props: SettingsFormProps) {
  const { scrubbing } = props.settings
  return (
    <SettingsForm {...props} title="Scrubbing" note="Runs before anything is stored." toChange={readScrubbing}>
      {(faultOf) => (
        <>
          {scrubbingChecks.map(({ name, ...rest }) => (
            <Check key={name} name={name} {...rest} defaultChecked={scrubbing[name] ?? true} />
          ))}
          {scrubbingNames.map(({ name, label, hint }) => (
            <Area
              key={name}
              {...{ name, label, hint }}
              rows={3}
              defaultValue={scrubbing[name].join('\n')}
              fault={faultOf(`/scrubbing/${name}`)}
            />
          ))}
        </>
      )}
    </SettingsForm>
  )
}

function readScrubbing(form: FormData): ProjectSettingsChange {
  return {
    scrubbing: {
      enabled: isTicked(form, 'enabled'),
      use_defaults: isTicked(form, 'use_defaults'),
      messages: isTicked(form, 'messages'),
      store_ip_addresses: isTicked(form, 'store_ip_addresses'),
      sensitive_fields: linesOf(form, 'sensitive_fields'),
      safe_fields: linesOf(form, 'safe_fields'),
    },
  }
}

/** The project's grouping rules. */
export function GroupingSettings(props: SettingsFormProps) {
  const { grouping } = props.settings
  return (
    <SettingsForm
      {...props}
      title="Grouping"
      note="How events group into issues. Applies to new events."
      toChange={(form) => ({
        grouping: { fingerprint_rules: textOf(form, 'fingerprint'), in_app_rules: textOf(form, 'in_app') },
      })}
    >
      {(faultOf) => (
        <>
          <Area
            label="Fingerprint rules"
            name="fingerprint"
            rows={6}
            defaultValue={grouping.fingerprint_rules}
            hint="One per line: matcher:pattern -> part, part. # starts a comment."
            fault={faultOf('/grouping/fingerprint_rules')}
          />
          <Area
            label="Stack frame rules"
            name="in_app"
            rows={6}
            defaultValue={grouping.in_app_rules}
            hint="One per line: matcher:pattern +app, -app, +group or -group."
            fault={faultOf('/grouping/in_app_rules')}
          />
        </>
      )}
    </SettingsForm>
  )
}
