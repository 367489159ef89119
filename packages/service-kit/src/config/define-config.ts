interface SettingBase {
  /** Environment variable. */
  env: string
  /** One line for operators, with the unit when the name does not tell it. */
  description: string
  /** Never shown in messages. */
  secret?: boolean
  /** The service does not start without it. */
  required?: boolean
}

/** A whole number. Without a default it is undefined when unset. */
export interface IntegerSetting extends SettingBase {
  type: 'integer'
  minimum: number
  maximum: number
  default?: number
}

/** Text of visible characters and inner spaces; spaces around it are cut. */
export interface TextSetting extends SettingBase {
  type: 'text'
  lengthMin?: number
  lengthMax?: number
  /** Must match as a whole. `expected` says it to people. */
  pattern?: RegExp
  expected?: string
  default?: string
}

/** `true`, `false`, `1`, `0`, `yes`, `no`, `on`, `off`, in any case. */
export interface BooleanSetting extends SettingBase {
  type: 'boolean'
  default?: boolean
}

/** An absolute URL with http or https, without a query, fragment or trailing slash. */
export interface UrlSetting extends SettingBase {
  type: 'url'
  default?: string
}

/** One of some words. */
export interface ChoiceSetting extends SettingBase {
  type: 'choice'
  choices: readonly string[]
  default?: string
}

/** Texts separated by commas; empty ones are left out. */
export interface ListSetting extends SettingBase {
  type: 'list'
  default?: readonly string[]
}

export type Setting = IntegerSetting | TextSetting | BooleanSetting | UrlSetting | ChoiceSetting | ListSetting

/** The settings of a service by the names that its code gives them. */
export type ConfigDefinition = Readonly<Record<string, Setting>>

type SettingValue<S extends Setting> = S extends IntegerSetting
  ? number
  : S extends BooleanSetting
    ? boolean
    : S extends ListSetting
      ? readonly string[]
      : S extends ChoiceSetting
        ? S['choices'][number]
        : string

/** What a definition reads: settings that are not required and have no default are undefined when unset. */
export type ConfigOf<D extends ConfigDefinition> = {
  readonly [K in keyof D]: D[K] extends { default: unknown } | { required: true }
    ? SettingValue<D[K]>
    : SettingValue<D[K]> | undefined
}

/** Keeps the literal types of a definition. Each service has one, in its `config.ts`. */
export function defineConfig<const D extends ConfigDefinition>(definition: D): D {
  return definition
}
