import { expect } from 'chai'
import { get } from '../../../support/client.ts'
import { fetchAs } from '../books-to-show.ts'

export type List = { readonly customer: string; readonly side: 'receivables' | 'payables'; readonly date: string }

export const pathOf = ({ customer, side, date }: List) =>
  `/v1/statements/open-items?end_customer_id=${customer}&side=${side}&date=${date}` as const

export async function pageOf(list: List, limit: number, starting_after: string | null = null) {
  const after = starting_after === null ? '' : (`&starting_after=${starting_after}` as const)
  const { status, body, text } = await get(`${pathOf(list)}&limit=${limit}${after}`)
  expect(status, text).to.equal(200)
  return body
}
export type Page = Awaited<ReturnType<typeof pageOf>>

/** A payment may stand in a list several times: its credits were opened by different entries. */
export const keyOf = ({ id, journal_entry_id }: Page['items'][number]) => `${id} of ${journal_entry_id.id}`

/** All pages of a size. */
export async function pagesOf(list: List, limit: number): Promise<Page[]> {
  const pages = [await pageOf(list, limit)]
  for (;;) {
    const last = pages.at(-1)
    if (!last?.has_more) {
      expect(last?.next_cursor).to.equal(null)
      return pages
    }
    expect(last.items).to.have.length(limit)
    pages.push(await pageOf(list, limit, last.next_cursor))
  }
}

/** What a line of the CSV has of an item, of a list without commas. */
export async function linesOf(list: List): Promise<string[]> {
  const csv = await (await fetchAs(pathOf(list), 'text/csv')).text()
  return csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','))
    .map((fields) => [0, 1, 2, 3, 4, 13].map((at) => fields[at]).join())
}

export const lineOf = ({ kind, id, partner, account_code, open_amount }: Page['items'][number]) =>
  [kind, id, partner.name, partner.reference, account_code, (open_amount.amount_minor / 100).toFixed(2)].join()
