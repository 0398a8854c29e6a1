import { readFileSync } from 'node:fs'
import mustache from 'mustache'
import { mapInSlices, type Slice } from '../http/admission/turns.ts'
import { swiss } from './amounts.ts'
import { barChart } from './bar-chart.ts'
import { escapeHtml } from './escape-html.ts'
import { swissDate } from './swiss-date.ts'
import type { Cell, Table } from './table.ts'

const TEMPLATE = readFileSync(new URL('statement.mustache', import.meta.url), 'utf8')
/** A row is rendered by itself, so that a long page is made in slices. */
const [ABOVE = '', ROW = '', BELOW = ''] = TEMPLATE.split(/{{[#/]rows}}/)

/** A table as one HTML page for A4 paper, without script and without anything from elsewhere. */
export async function htmlOf(table: Table, slice: Slice): Promise<string> {
  const { columns, rows, chart, currency } = table
  const isShown = (_: unknown, index: number) => !columns[index]?.is_hidden
  const shown = columns.filter(isShown)
  const view = {
    ...table,
    columns: shown,
    chart: chart && barChart(chart, currency),
    chart_title: chart?.title,
  }
  const render = (template: string, values: object) => mustache.render(template, values, {}, { escape: escapeHtml })
  const above = render(ABOVE, view)
  const printed = await mapInSlices(rows, slice, ({ level, kind, cells, is_hidden }) =>
    is_hidden ? '' : render(ROW, { level, kind, cells: cells.filter(isShown).map(cellOf) }),
  )
  return above + printed.join('') + render(BELOW, view)

  function cellOf(cell: Cell, index: number) {
    if (typeof cell === 'bigint') return { style: 'amount', text: swiss(cell, currency) }
    const isDay = cell !== null && /^\d{4}-\d\d-\d\d$/.test(cell)
    // Elsewhere it may be the number of a document.
    if (isDay && shown[index]?.key.endsWith('date')) return { style: 'day', text: swissDate(cell) }
    return { style: index === 0 ? 'first' : '', text: cell ?? '' }
  }
}
