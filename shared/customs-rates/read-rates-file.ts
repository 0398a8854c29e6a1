import { isDate } from '../accounting/amounts/dates.ts'
import { createXmlParser } from '../camt053/reader/xml-parser.ts'
import type { RateKind } from '../contract/vat/registrations.ts'
import { type PublishedRate, publishedRate } from './published-rate.ts'
import { daysOf } from './swiss-days.ts'

/** What the customs office has published in one file: rates of francs for the days, or the month, of their validity. */
export type RatesFile = {
  readonly kind: RateKind
  /** The day on which daily rates were determined, or the month of average rates. */
  readonly published_on: string
  /** Days, or the one month. */
  readonly valid_on: readonly string[]
  readonly rates: readonly PublishedRate[]
}

const ROOTS: Readonly<Record<string, (members: ReadonlyMap<string, string>) => Omit<RatesFile, 'rates'>>> = {
  wechselkurse: ofDays,
  monatsmittelkurs: ofMonth,
}

/**
 * Reads the daily selling rates, or the monthly average rates, of the Federal Office for Customs and Border Security
 * (BAZG), which the tax administration names as the rates for VAT. A file of Friday is valid through Monday and says so.
 *
 * @throws Error with one sentence where the file is no such file, or anything in it cannot be read
 * @source MWSTV Art. 45 Abs. 3
 */
export function readRatesFile(text: string): RatesFile {
  const { root, members, currencies } = leavesOf(text)
  const timeOf = Object.hasOwn(ROOTS, root) && ROOTS[root]
  if (!timeOf) throw new Error(`The file has no rates of the customs office: it begins with <${root}>.`)
  const time = timeOf(members)
  if (currencies.length === 0) throw new Error('The file has no rates.')
  const rates = currencies.map(publishedRate)
  const twice = rates.find(({ currency }, index) => rates.findIndex((rate) => rate.currency === currency) < index)
  if (twice) throw new Error(`The file has two rates of ${twice.currency}.`)
  return { ...time, rates }
}

function ofDays(members: ReadonlyMap<string, string>): Omit<RatesFile, 'rates'> {
  const [published_on = ''] = daysOf('datum', members.get('datum') ?? '')
  return { kind: 'daily', published_on, valid_on: daysOf('gueltigkeit', members.get('gueltigkeit') ?? '') }
}

/** The month in which the average is used: it was determined in the one before. */
function ofMonth(members: ReadonlyMap<string, string>): Omit<RatesFile, 'rates'> {
  const month = members.get('monat') ?? ''
  if (!isDate(`${month}-01`)) throw new Error(`The file says "${month}" as <monat>, which is no month.`)
  return { kind: 'monthly_average', published_on: month, valid_on: [month] }
}

/** The texts of the file by the names of their elements: those of the file itself, and those of each currency. */
function leavesOf(file: string) {
  const members = new Map<string, string>()
  const currencies: Map<string, string>[] = []
  const path: string[] = []
  let root = ''
  let text = ''
  const parser = createXmlParser({
    open(name) {
      path.push(name)
      text = ''
      if (path.length === 1) root = name
      if (path.length === 2 && name === 'devise') currencies.push(new Map())
    },
    text(more) {
      text += more
    },
    close() {
      const name = path.pop() ?? ''
      if (path.length === 1) members.set(name, text.trim())
      if (path.length === 2 && path[1] === 'devise') currencies.at(-1)?.set(name, text.trim())
      text = ''
    },
  })
  parser.end(file)
  return { root, members, currencies }
}
