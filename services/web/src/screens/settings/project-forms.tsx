import type { ProjectSettingsChange } from '@signalbox/contracts'
import { Area, Check, Field } from '../../parts/form/labelled.js'
import { isTicked, linesOf, numberOf, textOf } from '../../parts/form/read-form.js'
import { SettingsForm, type SettingsFormProps } from './settings-form.js'

const oneALine = 'One a line; * stands for any text.'

/** From where it may be sent, how floods are kept, and how much of everything. */
export function IntakeSettings(props: SettingsFormProps) {
  const { allowed_domains: domains, spikes, opentelemetry } = props.settings
  return (
    <SettingsForm
      {...props}
      title="Intake"
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
            label="Origins of browsers that may send"
            name="domains"
            defaultValue={domains.join('\n')}
            hint="Hosts, one a line; *.example.com, or * for any. Empty refuses all browsers."
            fault={faultOf('/allowed_domains')}
          />
          <Check
            label="Keep samples of floods"
            name="spikes"
            defaultChecked={spikes.enabled}
            hint="Every event is counted; of one error beyond the number below, samples are kept in full."
          />
          <Field
            label="Events of one error a minute that are all kept"
            name="events"
            type="number"
            min={10}
            required
            defaultValue={spikes.events_per_minute}
            fault={faultOf('/spikes/events_per_minute')}
          />
          <Check
            label="Make errors of exceptions in OpenTelemetry"
            name="exceptions"
            defaultChecked={opentelemetry?.exceptions_as_errors === true}
            hint="Those that events of spans and log records tell of, as an SDK would have sent them."
          />
        </>
      )}
    </SettingsForm>
  )
}

const filterChecks = [
  { name: 'browser_extensions', label: 'Errors that browser extensions cause' },
  { name: 'localhost', label: "Pages on the developer's own machine" },
  { name: 'legacy_browsers', label: 'Browsers that are no longer maintained' },
  { name: 'web_crawlers', label: 'Crawlers' },
] as const

const filterPatterns = [
  { name: 'releases', label: 'Releases', hint: oneALine },
  { name: 'error_messages', label: 'Messages', hint: `${oneALine} Or Type: value of exceptions.` },
  { name: 'origins', label: 'Pages', hint: `By origin or host. ${oneALine}` },
  { name: 'ip_addresses', label: 'Senders', hint: 'Addresses, or networks such as 10.0.0.0/8, one a line.' },
] as const

/** Events that are dropped and counted instead of stored. */
export function FilterSettings(props: SettingsFormProps) {
  const { filters } = props.settings
  return (
    <SettingsForm {...props} title="Filters" note="What matches is dropped, and counted." toChange={readFilters}>
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
  { name: 'enabled', label: 'Replace secrets and personal data by [Filtered]' },
  { name: 'use_defaults', label: 'By the built-in names and patterns', hint: 'Passwords, tokens, cards, keys.' },
  { name: 'messages', label: 'In messages and log texts as well' },
  { name: 'store_ip_addresses', label: 'Keep the addresses of users' },
] as const

const scrubbingNames = [
  {
    name: 'sensitive_fields',
    label: 'Further field names',
    hint: 'Parts of names, in any case, one a line. Their values are removed.',
  },
  { name: 'safe_fields', label: 'Field names that are kept', hint: 'Whatever the other rules say, one a line.' },
] as const

/** What is removed before anything is stored. */
export function ScrubbingSettings(props: SettingsFormProps) {
  const { scrubbing } = props.settings
  return (
    <SettingsForm {...props} title="Scrubbing" note="Before anything is stored." toChange={readScrubbing}>
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

/** Rules of the team on which events are one issue. */
export function GroupingSettings(props: SettingsFormProps) {
  const { grouping } = props.settings
  return (
    <SettingsForm
      {...props}
      title="Grouping"
      note="Which events are one issue, from the next event on."
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
            hint="One a line: matcher:pattern -> part, part. # starts a comment."
            fault={faultOf('/grouping/fingerprint_rules')}
          />
          <Area
            label="Rules for frames"
            name="in_app"
            rows={6}
            defaultValue={grouping.in_app_rules}
            hint="One a line: matcher:pattern +app, -app, +group or -group."
            fault={faultOf('/grouping/in_app_rules')}
          />
        </>
      )}
    </SettingsForm>
  )
}
