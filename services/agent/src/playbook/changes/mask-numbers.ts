/** The line with its numbers and their units hidden: two lines that differ in numbers only are the same then. */
export function maskNumbers(code: string): string {
  return code
    .replace(
      /(?<![a-zA-Z_$])-?\d[\d_]*(\.\d+)?(\s*<<\s*\d+)?(ns|us|µs|ms|sec|min|s|m|h|d|w|[kKMGT]i?[bB]?)?(?![a-zA-Z_])/g,
      '#',
    )
    .replace(
      /\b(time\.|Duration\.|TimeUnit\.)?(Nanosecond|Microsecond|Millisecond|Second|Minute|Hour|Day)s?\b/gi,
      'UNIT',
    )
    .replace(/\s+/g, '')
}
