import { readFileSync } from 'node:fs'
import mustache from 'mustache'
import { swiss } from './amounts.ts'
import { barChart } from './bar-chart.ts'
import { escapeHtml } from './escape-html.ts'
import { swissDate } from './swiss-date.ts'
import type { Cell, Table } from './table.ts'

const TEMPLATE = readFileSync(new URL('statement.mustache', import.meta.url), 'utf8')

/** A table as one HTML page for A4 paper, without script and without anything from elsewhere. */
export function htmlOf(table: Table): string {
  const { columns, rows, chart, currency } = table
  const isShown = (_: unknown, index: number) => !columns[index]?.is_hidden
  const shown = columns.filter(isShown)
  const view = {
    ...table,
    columns: shown,
    rows: rows
      .filter(({ is_hidden }) => !is_hidden)
      .map(({ level, kind, cells }) => ({ level, kind, cells: cells.filter(isShown).map(cellOf) })),
    chart: chart && barChart(chart, currency),
    chart_title: chart?.title,
  }
  return mustache.render(TEMPLATE, view, {}, { escape: escapeHtml })

  function cellOf(cell: Cell, index: number) {
    if (typeof cell === 'bigint') return { style: 'amount', text: swiss(cell, currency) }
    const isDay = cell !== null && /^\d{4}-\d\d-\d\d$/.test(cell)
    // Elsewhere it may be the number of a document.
    if (isDay && shown[index]?.key.endsWith('date')) return { style: 'day', text: swissDate(cell) }
    return { style: index === 0 ? 'first' : '', text: cell ?? '' }
  }
}
