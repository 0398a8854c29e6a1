import { endpoints } from '../../api/routes.ts'
import { RULES } from '../../shared/accounting/facts/blockers.ts'
import { WARNINGS } from '../../shared/accounting/facts/warnings.ts'
import { formFigure, isRateValid, TAX_CODES } from '../../shared/accounting/vat/tax-codes.ts'
import { WHILE_PAUSED } from '../../shared/cli/ops/pause-queue.ts'
import { ERRORS } from '../../shared/contract/platform/errors.ts'
import { EVENT_TYPES } from '../../shared/contract/platform/events.ts'
import { SETTINGS } from '../../shared/process/config.ts'
import { metricRows } from './metric-rows.ts'

type Table = { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
export type Section = () => Table | Promise<Table>

/** Tables that repeat the code, by the name of their section: `<!-- generated: settings -->`. */
export const SECTIONS: Readonly<Record<string, Section>> = {
  settings: () => ({
    header: ['variable', 'default', 'meaning'],
    rows: Object.values(SETTINGS).map(({ name, fallback, says }) => [
      code(name),
      fallback === false ? '0' : String(fallback ?? 'unset'),
      says,
    ]),
  }),
  blockers: () => ({
    header: ['code', 'points to', 'remedy', 'source'],
    rows: RULES.map(({ code: name, pointer, remedy, source }) => [code(name), code(pointer), remedy, source]),
  }),
  warnings: () => ({
    header: ['code', 'points to', 'remedy', 'source'],
    rows: WARNINGS.map(({ code: name, pointer, remedy, source }) => [code(name), code(pointer), remedy, source]),
  }),
  errors: () => ({
    header: ['code', 'status', 'meaning', 'remedy'],
    rows: Object.entries(ERRORS).map(([name, { status, meaning, remedy }]) => [
      code(name),
      String(status),
      meaning,
      remedy,
    ]),
  }),
  metrics: async () => ({ header: ['metric', 'type', 'labels', 'process', 'meaning'], rows: await metricRows() }),
  endpoints: () => ({
    header: ['method and path', 'success', 'summary'],
    rows: endpoints.map(({ method, path, status, summary }) => [
      code(`${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`),
      String(status),
      summary,
    ]),
  }),
  events: () => ({ header: ['subject', 'events'], rows: eventRows() }),
  queues: () => ({
    header: ['queue', 'while paused'],
    rows: Object.entries(WHILE_PAUSED).map(([queue, says]) => [code(queue), says]),
  }),
  'tax codes': () => ({
    header: ['direction', 'codes, with the figure of the VAT return at the present rates'],
    rows: taxCodeRows(),
  }),
}

function code(text: string): string {
  return `\`${text}\``
}

function eventRows(): string[][] {
  const bySubject = Map.groupBy(EVENT_TYPES, (type) => type.split('.')[0] ?? '')
  return [...bySubject].map(([subject, types]) => [subject.replace('_', ' '), types.map(code).join(', ')])
}

/** A day on which the present rates are law. */
const PRESENT = '2024-01-01'

/** Each code with its figure of the VAT return; a code whose rate is no longer law has none. */
function taxCodeRows(): string[][] {
  const codes = [...TAX_CODES].map(([name, tax]) => {
    const figure = isRateValid(tax, PRESENT) ? formFigure(tax, PRESENT) : null
    return { direction: tax.direction, text: figure === null ? code(name) : `${code(name)} ${figure}` }
  })
  const byDirection = Map.groupBy(codes, ({ direction }) => direction)
  return [...byDirection].map(([direction, codesOf]) => [
    direction.replaceAll('_', ' '),
    codesOf.map(({ text }) => text).join(', '),
  ])
}
