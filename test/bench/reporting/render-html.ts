import { formatNumber } from './format-number.js'
import { isMoreBetter, type Spread, type Summary } from './summary.js'

const plot = { width: 320, height: 22, padding: 6 }

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border-bottom: 1px solid #8884; padding: 0.3rem 0.6rem; text-align: left; }
  td.number { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
  .range { stroke: currentColor; stroke-opacity: 0.4; stroke-width: 3; }
  .median { fill: currentColor; }
  .one { stroke: #c60; stroke-dasharray: 3 3; }
  :root { color-scheme: light dark; }`

/**
 * A self-contained page: a table with a plot in each row that has a baseline. The plot shows the ratio's range on a
 * logarithmic scale with the median as a dot; the dashed line is the baseline.
 */
export function renderHtml(summaries: readonly Summary[], { title }: { title: string }): string {
  const ratios = summaries.flatMap(({ ratio }) => (ratio === undefined ? [] : [ratio.min, ratio.max]))
  const scale = createScale(Math.min(1, ...ratios), Math.max(1, ...ratios))
  const rows = summaries.map((summary) => renderRow(summary, scale)).join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escape(title)}</title>
<style>${style}</style>
<h1>${escape(title)}</h1>
<p>Each ratio is of two values measured in turn in one run. Rates want to be on the right of the dashed line, times and sizes on its left.</p>
<table>
<thead><tr><th>what<th>value<th>baseline<th>ratio<th>from smallest to largest<th>aim</thead>
<tbody>
${rows}
</tbody>
</table>
</html>
`
}

type Scale = (ratio: number) => number

function createScale(min: number, max: number): Scale {
  const [low, high] = [Math.log(min), Math.log(max)]
  const room = plot.width - 2 * plot.padding
  return (ratio) => plot.padding + (high === low ? room / 2 : ((Math.log(ratio) - low) / (high - low)) * room)
}

function renderRow({ name, value, baseline, ratio, unit, aim }: Summary, scale: Scale): string {
  const direction = isMoreBetter({ unit }) ? 'more is better' : 'less is better'
  const cells = [
    `<td title="${direction}">${escape(name)}`,
    `<td class="number">${formatNumber(value.median)} ${escape(unit)}`,
    `<td class="number">${baseline === undefined ? '' : `${formatNumber(baseline.median)} ${escape(unit)}`}`,
    `<td class="number">${ratio === undefined ? '' : formatNumber(ratio.median)}`,
    `<td>${ratio === undefined ? '' : renderPlot(ratio, scale)}`,
    `<td>${escape(aim ?? '')}`,
  ]
  return `<tr>${cells.join('')}`
}

function renderPlot({ median, min, max }: Spread, scale: Scale): string {
  const middle = plot.height / 2
  const [from, at, to, one] = [min, median, max, 1].map((ratio) => scale(ratio).toFixed(1))
  return `<svg width="${plot.width}" height="${plot.height}" role="img" aria-label="${formatNumber(min)} to ${formatNumber(max)}">
<line class="one" x1="${one}" x2="${one}" y1="0" y2="${plot.height}"/>
<line class="range" x1="${from}" x2="${to}" y1="${middle}" y2="${middle}"/>
<circle class="median" cx="${at}" cy="${middle}" r="4"/></svg>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
