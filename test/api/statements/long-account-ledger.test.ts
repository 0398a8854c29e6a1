import { expect } from 'chai'
import { get, post } from '../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { fetchAs } from './books-to-show.ts'

/** More than are read at once, and more than a page of JSON may have. */
const LINES_OF_A_VOUCHER = 300
const VOUCHERS_BOOKED = 2

describe('a long account ledger', () => {
  let path: ReturnType<typeof pathOf>
  const pathOf = (customer: string) =>
    `/v1/statements/account-ledger?end_customer_id=${customer}&fiscal_year_id=FY2026&account_code=6500` as const

  before(async () => {
    const customer = await newKmuCustomer()
    for (let number = 1; number <= VOUCHERS_BOOKED; number += 1) {
      const lines = Array.from({ length: LINES_OF_A_VOUCHER }, (_, index) => debit('6500', number * 1_000 + index))
      const sum = lines.reduce((total, { debit }) => total + debit.amount_minor, 0)
      const payload = { text: `Umlage ${number}`, lines: [...lines, credit('1020', sum)] }
      await post(VOUCHERS, voucher(customer, { payload }), { wait: 10 })
    }
    path = pathOf(customer)
  })

  it('is whole as CSV, with the lines and balances of all pages of JSON between two balances', async () => {
    const first = (await get(`${path}&limit=350`)).body
    const second = (await get(`${path}&limit=350&starting_after=${first.lines.at(-1)?.id}`)).body
    expect([first.has_more, second.has_more]).to.deep.equal([true, false])
    const { closing_balance } = first
    const lines = [...first.lines, ...second.lines]
    expect(lines).to.have.length(VOUCHERS_BOOKED * LINES_OF_A_VOUCHER)
    const rows = (await (await fetchAs(path, 'text/csv')).text()).trimEnd().split('\r\n')
    const cells = rows.map((row) => row.split(','))
    expect(cells.slice(2, -1).map((row) => [Number(row[1]), row[4], row[6], row[7]])).to.deep.equal(
      lines.map(({ entry_number, debit, balance, journal_entry_id }) => [
        entry_number,
        decimal(debit?.amount_minor),
        decimal(balance.amount_minor),
        journal_entry_id,
      ]),
    )
    expect(cells.at(1)?.[6]).to.equal('0.00')
    expect(cells.at(-1)?.[6]).to.equal(decimal(closing_balance.amount_minor))
    // 1000 to 1299 and 2000 to 2299: 300 × (1149.5 + 2149.5).
    expect(closing_balance.amount_minor).to.equal(989_700)
  })

  it('is whole on paper, unless a page is asked for', async () => {
    const rowsIn = async (more: string) =>
      ((await (await fetchAs(path + more, 'text/html')).text()).match(/<tr class="line/g) ?? []).length
    expect(await rowsIn('')).to.equal(VOUCHERS_BOOKED * LINES_OF_A_VOUCHER)
    expect(await rowsIn('&limit=260')).to.equal(260)
  })

  function decimal(minor: number | undefined): string {
    return ((minor ?? 0) / 100).toFixed(2)
  }
})
