interface SettingBase {
  /** Name of the environment variable. */
  env: string
  /** One line for operators, including the unit unless the name has it. */
  description: string
  /** Never shown in messages. */
  secret?: boolean
  /** The service does not start without it. */
  required?: boolean
}

/** An integer. Undefined if unset and without a default. */
export interface IntegerSetting extends SettingBase {
  type: 'integer'
  minimum: number
  maximum: number
  default?: number
}

/** Text of visible characters and inner spaces; surrounding spaces are trimmed. */
export interface TextSetting extends SettingBase {
  type: 'text'
  lengthMin?: number
  lengthMax?: number
  /** Must match the complete text. `expected` describes it in messages. */
  pattern?: RegExp
  expected?: string
  default?: string
}

/** `true`, `false`, `1`, `0`, `yes`, `no`, `on`, `off`, in any case. */
export interface BooleanSetting extends SettingBase {
  type: 'boolean'
  default?: boolean
}

/** An absolute http or https URL without query, fragment or trailing slash. */
export interface UrlSetting extends SettingBase {
  type: 'url'
  default?: string
}

/** One of a set of words. */
export interface ChoiceSetting extends SettingBase {
  type: 'choice'
  choices: readonly string[]
  default?: string
}

/** Comma-separated texts; empty ones are dropped. */
export interface ListSetting extends SettingBase {
  type: 'list'
  default?: readonly string[]
}

export type Setting = IntegerSetting | TextSetting | BooleanSetting | UrlSetting | ChoiceSetting | ListSetting

/** A service's settings by their names in code. */
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

/** Values read for a definition. Optional settings without a default are undefined if unset. */
export type ConfigOf<D extends ConfigDefinition> = {
  readonly [K in keyof D]: D[K] extends { default: unknown } | { required: true }
    ? SettingValue<D[K]>
    : SettingValue<D[K]> | undefined
}

/** Preserves the literal types of a definition. Each service has one in its `config.ts`. */
export function defineConfig<const D extends ConfigDefinition>(definition: D): D {
  return definition
}
