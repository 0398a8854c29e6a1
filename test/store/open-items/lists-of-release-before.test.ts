import { expect } from 'chai'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { connect } from '../journal/journal-in-sql.ts'

/** The queries of their lists and folds, as far as they name functions that this release does not call any more. */
describe('functions that only processes of the release before call', () => {
  it('list what is open on a day, page by page and whole, and sum up lines', async () => {
    const customer = await newEndCustomer()
    await bookExpense(customer)
    const client = await connect()
    const rows = async (text: string) => (await client.query({ text, values: [customer], rowMode: 'array' })).rows
    expect(
      await rows(`
        select part, name, account_code, currency, minor, base_minor
        from open_item_page($1, array['2000'], array['payable'], '2026-12-31', array[0, 31, 61, 91], null, 10, 10)
        order by part
      `),
    ).to.deep.equal([
      ['cursor', null, null, null, null, null],
      ['item', 'Papeterie Muster AG', null, null, '10810', '10810'],
      ['partner', 'Papeterie Muster AG', null, 'CHF', '10810', '10810'],
      ['total', null, '2000', 'CHF', '10810', '10810'],
    ])
    expect(
      await rows(`
        select has_cursor, item_count, partner_count, partners -> 0 ->> 'name', items -> 'document_number' ->> 0
        from page_of_open_items($1, array['2000'], array['payable'], '2026-12-31', array[1, 31, 61, 91], null, 10, 10)
      `),
    ).to.deep.equal([[false, '1', '1', 'Papeterie Muster AG', null]])
    const behind = await rows(`
      select has_cursor, items -> 'blankless' from open_items item cross join lateral page_of_open_items(
        $1, array['2000'], array['payable'], '2026-12-31', array[1, 31, 61, 91], open_item_id, 10, 10
      )
      where end_customer_id = $1
    `)
    expect(behind).to.deep.equal([[true, null]])
    expect(
      await rows(`
        select partner_place, known_as, kind, account_code, amount_minor
        from listed_open_items($1, array['2000'], '2026-12-31')
      `),
    ).to.deep.equal([['1', 'Papeterie Muster AG', 'payable', '2000', '10810']])
    expect(
      await rows(`
        select partner_place, known_as, kind, account_code, amount_minor, open_minor
        from list_of_open_items($1, array['2000'], array['payable'], '2026-12-31')
      `),
    ).to.deep.equal([['1', 'Papeterie Muster AG', 'payable', '2000', '10810', '10810']])
    const [listed] = await rows(
      `select line from listed_open_items_of($1, array['2000'], array['payable'], '2026-12-31')`,
    )
    expect(Buffer.from(listed?.[0], 'hex').toString('latin1'))
      .to.include('Papeterie Muster AG')
      .and.to.include('payable2000')
    expect(
      await rows(`select account_code, credit_minor from line_sums_between($1, 0, 1, 0, 0) where credit_minor > 0`),
    ).to.deep.equal([['2000', '10810']])
    await client.end()
  })
})
