import type { AnswerTo, ItemOf } from '../../../client/index.ts'
import { statementOfTax } from '../company/bank-statement.ts'
import { ACCOUNTS } from '../company/company.ts'
import {
  type NamedItem,
  PAYMENTS,
  paymentOf,
  purchaseOf,
  RETURN_YEAR,
  saleOf,
  taxPaidOf,
  VAT_CLIENTS,
  type VatClient,
} from '../company/vat-clients.ts'
import { DECIDED, type Demo, expectEqual, say } from '../demo.ts'
import { waitUntil } from '../queries.ts'
import { francs, printRows } from '../tables.ts'

type Filing = AnswerTo<'fileVatReturn'>

/** Four end customers of a fiduciary, each with the VAT returns of a year, which have the tax that was computed by hand. */
export async function showVatReturns({ client }: Demo, customers: readonly string[]): Promise<void> {
  say(
    `\n10. VAT returns of ${RETURN_YEAR}: effective and net tax rate, by agreed and received consideration, filed and the last one paid.`,
  )
  const rows = await Promise.all(
    VAT_CLIENTS.map((vat, index) => returnsOf({ client, customer: customers[index] ?? '' }, vat)),
  )
  printRows(
    'VAT returns',
    ['end customer', 'period', 'payable tax', 'not due yet', 'filed as', 'owed afterwards'],
    rows.flat(),
    [2, 3, 4, 5],
  )
}

async function returnsOf(demo: Demo, vat: VatClient): Promise<(string | number)[][]> {
  await bookYear(demo, vat)
  const found: AnswerTo<'getVatReturn'>[] = []
  const filings: Filing[] = []
  for (const [period, payable_minor] of vat.returns) {
    const body = await demo.client.getVatReturn({ period, query: { end_customer_id: demo.customer } })
    expectEqual(`the tax of ${period} of ${vat.name}`, body.payable_tax.amount_minor, payable_minor)
    expectEqual(`whether the tax accounts of ${period} of ${vat.name} are explained`, body.tie.is_explained, true)
    expectEqual(`whether ${period} of ${vat.name} can be filed`, body.can_be_filed, true)
    found.push(body)
    filings.push(await file(demo, period, payable_minor))
  }
  const not_due = found.map(({ tie }) => tie.steps.find(({ kind }) => kind === 'not_due')?.amount.amount_minor ?? 0)
  expectEqual(`the tax of ${vat.name} that is not due yet`, sumOf(not_due), vat.not_due_minor)
  const owed = vat.returns.map((_, index) => sumOf(vat.returns.slice(0, index + 1).map(([, minor]) => minor)))
  const last = filings.at(-1)
  if (last) await payLast(demo, vat, last)
  return found.map(({ period, payable_tax }, index) => [
    vat.name,
    period,
    francs(payable_tax.amount_minor),
    francs(not_due[index] ?? 0),
    `no. ${filings[index]?.filing_number}`,
    francs(owed[index] ?? 0),
  ])
}

/** Files a return, whose figures answer the same from then on. */
async function file({ client, customer }: Demo, period: string, payable_minor: number): Promise<Filing> {
  const filing = await client.fileVatReturn({ period, body: { end_customer_id: customer } })
  expectEqual(`the tax of ${period} that is filed`, filing.payable_tax.amount_minor, payable_minor)
  const kept = await client.getVatReturn({ period, query: { end_customer_id: customer } })
  expectEqual(`the filing of ${period}`, kept.filing?.id, filing.id)
  return filing
}

/** The tax of the last return leaves the bank account: the matcher proposes its filing, and a voucher books it. */
async function payLast({ client, customer }: Demo, { name, returns }: VatClient, filing: Filing): Promise<void> {
  const amount = filing.added_tax.amount_minor
  const query = { end_customer_id: customer }
  await client.importBankStatement({ query, document: statementOfTax(filing.period, amount) }, DECIDED)
  let candidate: ItemOf<'listSettlementCandidates'> | undefined
  await waitUntil(async () => {
    const { data } = await client.listSettlementCandidates({ query: { ...query, target_type: 'vat_filing' } })
    candidate = data[0]
    return candidate !== undefined
  }, `the tax of ${name} is proposed`)
  expectEqual('the filing that is proposed', candidate?.target_vat_filing_id, filing.id)
  const paid = taxPaidOf(customer, filing.period, amount, candidate?.entry_id ?? '')
  requirePosted(await client.recordJournalVoucher({ body: paid }, DECIDED))
  const fiscal_year_id = `FY${Number(filing.period.slice(0, 4)) + 1}`
  const { rows } = await client.getTrialBalance({ query: { ...query, fiscal_year_id } })
  const account = rows.find(({ account_code }) => account_code === '2201')
  const left = sumOf(returns.slice(0, -1).map(([, minor]) => minor))
  expectEqual(`what ${name} still owes`, -(account?.closing_balance.amount_minor ?? 0), left)
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, minor) => sum + minor, 0)
}

async function bookYear({ client, customer }: Demo, { name, registration }: VatClient): Promise<void> {
  const end_customer_id = customer
  await client.putEndCustomer({ end_customer_id, body: { name, uid: 'CHE-123.456.788 MWST' } })
  const chart = { end_customer_id, valid_from: '2020-01-01', source_reference: 'demo', accounts: ACCOUNTS }
  await client.putAccounts({ body: chart })
  const dated = { end_customer_id, valid_from: `${RETURN_YEAR}-01-01`, ...registration, reason: 'Anmeldung' }
  await client.putVatRegistration({ body: dated })
  await Promise.all(
    [0, 1, 2, 3].flatMap((quarter) => [
      client.recordCustomerInvoice({ body: saleOf(customer, quarter) }, DECIDED).then(requirePosted),
      client.recordExpenseDocument({ body: purchaseOf(customer, quarter) }, DECIDED).then(requirePosted),
    ]),
  )
  const items = {
    '1100': itemsByNumber(await client.listDocuments({ query: { end_customer_id } }), (document_id) => ({
      document_id,
    })),
    '2000': itemsByNumber(await client.listSupplierPayables({ query: { end_customer_id } }), (supplier_payable_id) => ({
      supplier_payable_id,
    })),
  }
  const numberOf = (account: '1100' | '2000', quarter: number) => `${account === '1100' ? 'R' : 'E'}-${quarter + 1}`
  const vouchers = PAYMENTS.flatMap((payment) => {
    const { account, quarter } = payment
    const item = items[account].get(numberOf(account, quarter))
    return item ? [paymentOf(customer, payment, item)] : []
  })
  await Promise.all(vouchers.map((body) => client.recordJournalVoucher({ body }, DECIDED).then(requirePosted)))
}

/** What names each open item in a voucher, by the number of its document. */
function itemsByNumber(
  { data }: { readonly data: readonly { readonly document_number: string | null; readonly id: string }[] },
  named: (id: string) => NamedItem,
) {
  return new Map(data.map(({ document_number, id }) => [document_number, named(id)]))
}

function requirePosted({ external_reference, blockers, state }: AnswerTo<'getSourceFact'>): void {
  expectEqual(`${external_reference} ${JSON.stringify(blockers)}`, state, 'posted')
}
