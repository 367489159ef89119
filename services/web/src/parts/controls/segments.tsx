interface SegmentsProps<T extends string> {
  label: string
  options: readonly { value: T; text: string }[]
  value: T
  onChange(value: NoInfer<T>): void
}

/** Selects one of a few views of the same data. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  return (
    <span className="seg" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => {
            onChange(option.value)
          }}
        >
          {option.text}
        </button>
      ))}
    </span>
  )
}
