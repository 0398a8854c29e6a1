import { readFileSync } from 'node:fs'
import mustache from 'mustache'
import { swiss } from './amounts.ts'
import { barChart } from './bar-chart.ts'
import { escapeHtml } from './escape-html.ts'
import { swissDate } from './swiss-date.ts'
import type { Cell, Heading, Printer } from './table.ts'

const TEMPLATE = readFileSync(new URL('statement.mustache', import.meta.url), 'utf8')
/** A row is rendered by itself, so that a long page is made in slices. */
const [ABOVE = '', ROW = '', BELOW = ''] = TEMPLATE.split(/{{[#/]rows}}/)

/** A table as one HTML page for A4 paper, without script and without anything from elsewhere. */
export function htmlPrinter(heading: Heading): Printer {
  const { columns, chart, currency } = heading
  const isShown = (_: unknown, index: number) => !columns[index]?.is_hidden
  const shown = columns.filter(isShown)
  const view = {
    ...heading,
    columns: shown,
    chart: chart && barChart(chart, currency),
    chart_title: chart?.title,
  }
  const render = (template: string, values: object) => mustache.render(template, values, {}, { escape: escapeHtml })
  return {
    above: render(ABOVE, view),
    below: render(BELOW, view),
    write: ({ level, kind, cells, is_hidden }) =>
      is_hidden ? '' : render(ROW, { level, kind, cells: cells.filter(isShown).map(cellOf) }),
  }

  function cellOf(cell: Cell, index: number) {
    if (typeof cell === 'bigint') return { style: 'amount', text: swiss(cell, currency) }
    if (cell !== null && typeof cell === 'object')
      return { style: 'amount', text: swiss(cell.amount_minor, cell.currency) }
    const isDay = cell !== null && /^\d{4}-\d\d-\d\d$/.test(cell)
    // Elsewhere it may be the number of a document.
    if (isDay && shown[index]?.key.endsWith('date')) return { style: 'day', text: swissDate(cell) }
    return { style: index === 0 ? 'first' : '', text: cell ?? '' }
  }
}
