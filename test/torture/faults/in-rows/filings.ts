import { vatReturnOf } from '../../../../shared/accounting/vat/return/vat-return.ts'
import { amountsAsText } from '../../../../shared/store/db/json.ts'
import { CUSTOMER, type DataFault } from './data-fault.ts'

const hashOf = (content: string) => `encode(sha256(convert_to(${content}, 'UTF8')), 'hex')`

/** What is kept of a return without any tax, which the books have. */
const NOTHING = JSON.stringify(
  amountsAsText({
    declaration: {
      method: 'effective',
      to: '2026-12-31',
      vat_return: vatReturnOf([], { method: 'effective', activities: [], last_day: '2026-12-31' }),
    },
    activities: [],
  }),
)

/** The tax of the invoice, as that of a final invoice that an advance has paid. */
const DUE_AT_ONCE = `update journal_lines set tax = tax || '{"kind": "due"}'
  where ${CUSTOMER} and entry_number = 4 and tax is not null`

/** Files the year of the books, with figures that are not theirs. */
const file = (hash = 'last_entry_hash') =>
  `insert into vat_filings (end_customer_id, filing_id, filing_number, period, submission, period_start, period_end,
      entry_number, entry_hash, payable_minor, added_minor, content, content_sha256, xml, xml_sha256, actor_id, request_id)
    select end_customer_id, gen_random_uuid(), 1, '2026', 'first', '2026-01-01', '2026-12-31', last_entry_number, ${hash},
      0, 0, '${NOTHING}', ${hashOf(`'${NOTHING}'`)}, '<x/>', ${hashOf(`'<x/>'`)}, 'a', 'r'
    from ledger_heads where ${CUSTOMER}`

/** What is kept of filed VAT returns. */
export const FILING_ROW_FAULTS: readonly DataFault[] = [
  {
    name: 'a filed return has other figures than the books',
    simulates: 'figures that were edited together with their hash',
    sql: file(),
    check: 'filed figures equal the lines',
  },
  {
    name: 'a filed return is edited',
    simulates: 'a return that answers otherwise than it was filed',
    sql: `${file()}; alter table vat_filings drop constraint vat_filings_xml_hash;
      update vat_filings set xml = '<y/>' where ${CUSTOMER}`,
    check: 'a filed return is as it was kept',
  },
  {
    name: 'a filing is moved to another ledger',
    simulates: 'a return of other books',
    sql: file(`repeat('f', 64)`),
    check: 'a filing names an entry of its ledger',
  },
  {
    name: 'tax of a document says that it is due at once',
    simulates: 'an invoice was posted as if an advance had paid it: its tax is declared before its money comes',
    sql: `update vat_registration_changes set consideration = 'received' where ${CUSTOMER}; ${DUE_AT_ONCE}`,
    check: 'tax that is due at once beside a payment is what an advance has paid',
  },
  {
    name: 'a payment declares what an advance has declared',
    simulates: 'tax of a final invoice stands in two returns: that of its own day and that of the payment of the rest',
    sql: `${DUE_AT_ONCE}; update journal_lines paid set tax_due = (
        select jsonb_build_array(taxed.tax || '{"kind": "declared"}' || jsonb_build_object('declares', jsonb_build_object(
          'journal_entry_id', (select journal_entry_id from journal_entries where ${CUSTOMER} and entry_number = 4),
          'line_number', line_number
        )))
        from journal_lines taxed where taxed.${CUSTOMER} and entry_number = 4 and tax is not null
      ) where paid.${CUSTOMER} and entry_number = 5 and line_number = 1`,
    check: 'tax that a line makes due is that of an item which the entry has moved',
  },
]
