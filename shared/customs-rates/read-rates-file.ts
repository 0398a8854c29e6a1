import { createXmlParser } from '../camt053/reader/xml-parser.ts'
import { type PublishedRate, publishedRate } from './published-rate.ts'
import { daysOf } from './swiss-days.ts'

/** What the customs office has published in one file: rates of francs for the days on which they are valid. */
export type RatesFile = {
  /** The day on which the rates were determined. */
  readonly published_on: string
  readonly valid_on: readonly string[]
  readonly rates: readonly PublishedRate[]
}

const ROOT = 'wechselkurse'

/**
 * Reads the daily selling rates of the Federal Office for Customs and Border Security (BAZG), which the tax
 * administration names as the daily rates for VAT. A file of Friday is valid through Monday and says so.
 *
 * @throws Error with one sentence where the file is no such file, or anything in it cannot be read
 * @source MWSTV Art. 45 Abs. 3
 */
export function readRatesFile(text: string): RatesFile {
  const { root, members, currencies } = leavesOf(text)
  if (root !== ROOT) throw new Error(`The file has no daily rates of the customs office: it begins with <${root}>.`)
  const [published_on = ''] = daysOf('datum', members.get('datum') ?? '')
  const valid_on = daysOf('gueltigkeit', members.get('gueltigkeit') ?? '')
  if (currencies.length === 0) throw new Error('The file has no rates.')
  const rates = currencies.map(publishedRate)
  const twice = rates.find(({ currency }, index) => rates.findIndex((rate) => rate.currency === currency) < index)
  if (twice) throw new Error(`The file has two rates of ${twice.currency}.`)
  return { published_on, valid_on, rates }
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
