import { expect } from 'chai'
import { get } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { newPass, openPage } from '../../print/pages/browser.ts'
import { booksOfChange } from '../consideration/books-of-change.ts'
import { EFFECTIVE } from '../register.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const

describe('tax that is not due, on the page of a VAT return', () => {
  const books = booksOfChange(RECEIVED, RECEIVED)

  it('leads to records that say what each adds to it or takes off, and what they add up to', async () => {
    const { id } = await books.sold('2025-12-10')
    await books.sold('2025-12-11')
    await books.pay(id, 108_100, { posting_date: '2025-12-20' })
    await books.bought('2025-12-12')
    const pass = await newPass([books.customer()])
    const path = `/v1/vat-returns/2025-Q4?end_customer_id=${books.customer()}` as const
    const { tie } = (await get(path)).body
    const step = there(tie.steps.find(({ kind }) => kind === 'not_due'))
    // Two sales less the paid one, less the input tax of an unpaid purchase.
    expect(step.amount.amount_minor).to.equal(8_100 - 4_050)
    const { html, url } = await openPage(path, pass)
    const [, href = ''] = /<a href="([^"]+counts_in=not_due[^"]*)">40\.50</.exec(html) ?? []
    const list = await openPage(new URL(href.replaceAll('&amp;', '&'), url).href, pass)
    const rows = [...list.html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => row.replaceAll(/<[^>]+>/g, ' '))
    const has = (text: string) => rows.filter((row) => row.includes(text)).length
    expect([has(' 81.00 CHF'), has('-81.00 CHF'), has('-40.50 CHF')], rows.join('\n')).to.deep.equal([3, 1, 1])
    expect(list.html).to.match(/Veränderung der nicht fälligen Steuer<\/dt>\s*<dd>.*?40\.50 CHF/s)
  })
})
