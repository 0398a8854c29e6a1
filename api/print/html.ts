import { readFileSync } from 'node:fs'
import mustache from 'mustache'
import { swiss } from './amounts.ts'
import { barChart } from './bar-chart.ts'
import { namesOfColumns, rulesOfCells } from './css/names-of-columns.ts'
import { styleSheet } from './css/style-sheet.ts'
import { escapeHtml } from './escape-html.ts'
import { isolated, isolatedText } from './isolated.ts'
import { plainWordOf, titleOf } from './pages/labels.ts'
import { hrefOf, type PagePlace } from './pages/links.ts'
import { navigationOf } from './pages/navigation.ts'
import { targetsOf } from './pages/row-targets.ts'
import { withCode } from './pages/sentences/with-code.ts'
import { type Paper, paperOf } from './paper.ts'
import { swissDate } from './swiss-date.ts'
import type { Cell, Heading, Note, Printer, Row } from './table.ts'

const TEMPLATE = readFileSync(new URL('statement.mustache', import.meta.url), 'utf8')
/** A row is rendered by itself, so that a long page is made in slices. */
const [ABOVE = '', ROW = '', BELOW = ''] = TEMPLATE.split(/{{[#/]rows}}/)

const NARROW = styleSheet('narrow.css')
/** A name and an amount, on a phone. */
const MOST_SIDE_BY_SIDE = 2

/**
 * A table as one HTML page for a screen and for A4 paper, without script and without anything from elsewhere.
 *
 * @param choices HTML of links to the same page with other parameters
 */
export function htmlPrinter(heading: Heading, place: PagePlace, choices: string): Printer {
  const { columns, currency, locale } = heading
  const isShown = (_: unknown, index: number) => !columns[index]?.is_hidden
  const shown = columns.filter(isShown)
  const targetsIn = targetsOf(columns, place)
  const paper = paperOf(shown)
  const view = { ...aroundTable(heading, shown, paper, place), choices, navigation: navigationOf(place, locale) }
  const render = (template: string, values: object) => mustache.render(template, values, {}, { escape: escapeHtml })
  return {
    above: render(ABOVE, view),
    below: (next) =>
      render(BELOW, {
        ...view,
        notes: heading.notes.map((note) => htmlOfNote(note, place)),
        next,
        next_page: plainWordOf('next_page', locale),
      }),
    write: (row) => {
      if (row.is_hidden) return ''
      const { level, kind, id, is_screen_only } = row
      const targets = targetsIn(row)
      const linked = numbered(row, isShown)
        .map((cell, index) => ({ cell, target: targets[index] }))
        .filter(isShown)
      return render(ROW, { level, kind, id, is_screen_only, cells: linked.map(cellOf) })
    },
  }

  function cellOf({ cell, target }: { cell: Cell; target: string | null | undefined }, index: number) {
    const href = target ? hrefOf(place, target) : null
    const { style, text } = textOf(cell, index)
    return { style, html: isolated(text), href }
  }

  function textOf(cell: Cell, index: number) {
    if (typeof cell === 'bigint') return { style: 'amount', text: swiss(cell, currency) }
    if (cell !== null && typeof cell === 'object')
      return { style: 'amount', text: swiss(cell.amount_minor, cell.currency) }
    const isDay = cell !== null && /^\d{4}-\d\d-\d\d$/.test(cell)
    // Elsewhere it may be the number of a document.
    if (isDay && shown[index]?.key.endsWith('date')) return { style: 'day', text: swissDate(cell) }
    return { style: index === 0 ? 'first' : '', text: cell ?? '' }
  }
}

/** The cells of a row, its name with the number of its account. */
function numbered({ cells, account_number }: Row, isShown: (cell: unknown, index: number) => boolean): readonly Cell[] {
  if (account_number === undefined) return cells
  const name = cells.findIndex((cell, index) => isShown(cell, index) && typeof cell === 'string' && cell !== '')
  return cells.map((cell, index) => (index === name ? `${account_number} ${cell}` : cell))
}

function htmlOfNote(note: Note, place: PagePlace): string {
  const parts = typeof note === 'string' ? [note] : note
  const html = parts.map((part) => {
    if (typeof part === 'string') return escapeHtml(part)
    if ('sentence' in part) return withCode(escapeHtml(part.sentence))
    if ('said' in part) return `<span class="said" lang="en">${escapeHtml(part.said)}</span>`
    return `<a href="${escapeHtml(hrefOf(place, part.target))}">${escapeHtml(part.text)}</a>`
  })
  return html.join('')
}

/** Everything that stands around the rows. */
function aroundTable(heading: Heading, shown: Heading['columns'], paper: Paper, place: PagePlace) {
  const { title, subtitle, chart, currency, locale } = heading
  const { orientation, letters_pt, is_in_blocks } = paper
  return {
    ...heading,
    page_title: [isolatedText(title), subtitle.map(isolatedText).join(' · ')].join(' '),
    title: isolated(title),
    subtitle: subtitle.map(isolated).join(' · '),
    columns: shown,
    orientation,
    letters_pt,
    is_landscape: orientation === 'landscape',
    is_small: letters_pt < 10,
    is_in_blocks,
    is_stacked: shown.length > MOST_SIDE_BY_SIDE,
    names: namesOfColumns(shown.map(({ label }) => label)),
    narrow: NARROW + rulesOfCells(shown.length),
    chart: chart && barChart(chart, currency),
    chart_title: chart?.title,
    period: titleOf('period', locale),
    amount: titleOf('amount', locale),
    bars: chart?.bars.map(({ label, amount_minor, target }) => ({
      label,
      text: swiss(amount_minor, currency),
      href: hrefOf(place, target),
    })),
    skip: plainWordOf('skip', locale),
  }
}
