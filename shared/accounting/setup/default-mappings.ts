import type { AccountType } from '../../contract/setup/accounts.ts'

type Candidate = { readonly account_code: string; readonly account_type: AccountType; readonly status: string }

/** Role → codes of the Swiss SME chart that play it, the first one in the chart wins. */
const BY_CODE: Readonly<Record<string, readonly string[]>> = {
  'posting.accounts_payable': ['2000'],
  'posting.accounts_receivable': ['1100'],
  'posting.bank': ['1020'],
  'posting.bank_charges': ['6940'],
  'posting.customer_credit': ['2030'],
  'posting.supplier_advance': ['1192'],
  'posting.input_tax.material': ['1170', '1171'],
  'posting.input_tax.operating': ['1171', '1170'],
  'posting.acquisition_tax': ['2203', '2200'],
  'posting.acquisition_tax_cost': ['6731', '6790', '6700'],
  'posting.output_tax': ['2200'],
  'posting.tax_owed': ['2201', '2200'],
  'posting.vat_settlement': ['2201'],
  'posting.net_tax_rate': ['3809', '3808'],
  'posting.revenue.default': ['3400', '3200', '3000'],
  'posting.revenue.reduction': ['3800', '3801'],
  'posting.bad_debt': ['3805'],
  'posting.revenue.category.products': ['3000'],
  'posting.revenue.category.merchandise': ['3200'],
  'posting.revenue.category.services': ['3400'],
  'posting.revenue.category.other': ['3600'],
  'posting.fx_gain': ['6999'],
  'posting.fx_loss': ['6949'],
  'posting.rounding': ['6945'],
  'posting.opening_balance': ['9100'],
  'posting.opening_balance.closing': ['9101'],
  'posting.result': ['2979', '2991'],
  'posting.result.sole_proprietor': ['2891'],
  'posting.result.sole_proprietor.private': ['2850'],
  'posting.result.partnership.partner_a': ['2831'],
  'posting.result.partnership.partner_a.private': ['2820'],
  'posting.result.partnership.limited_partner_a': ['2881'],
  'posting.result.partnership.limited_partner_a.private': ['2870'],
  'posting.expense.default': ['6500', '6700', '6790'],
  'posting.expense.reduction': ['4900'],
  'posting.expense.category.material': ['4000'],
  'posting.expense.category.merchandise': ['4200'],
  'posting.expense.category.third_party_services': ['4400'],
  'posting.expense.category.energy': ['6400'],
  'posting.expense.category.rent': ['6000'],
  'posting.expense.category.cleaning': ['6040'],
  'posting.expense.category.maintenance': ['6100'],
  'posting.expense.category.leasing': ['6105'],
  'posting.expense.category.vehicle': ['6200'],
  'posting.expense.category.fuel': ['6210'],
  'posting.expense.category.insurance': ['6300'],
  'posting.expense.category.fees': ['6360'],
  'posting.expense.category.office_supplies': ['6500'],
  'posting.expense.category.literature': ['6503'],
  'posting.expense.category.telecom': ['6510'],
  'posting.expense.category.postage': ['6513'],
  'posting.expense.category.accounting': ['6530'],
  'posting.expense.category.consulting': ['6531'],
  'posting.expense.category.legal': ['6532'],
  'posting.expense.category.it': ['6570'],
  'posting.expense.category.software': ['6580', '6570'],
  'posting.expense.category.hosting': ['6581', '6570'],
  'posting.expense.category.advertising': ['6600'],
  'posting.expense.category.travel': ['6640'],
  'posting.expense.category.entertainment': ['6641'],
  'posting.expense.category.training': ['5810'],
  'posting.expense.category.it_equipment': ['1520'],
  'posting.expense.category.furniture': ['1510'],
  'posting.expense.category.bank_charges': ['6940'],
}

/** Fallbacks for a chart without the usual code of a role: its lowest account of that type and range. */
const BY_RANGE: Readonly<Record<string, { type: AccountType; from: string; to: string }>> = {
  'posting.accounts_payable': { type: 'liability', from: '2000', to: '2029' },
  'posting.accounts_receivable': { type: 'asset', from: '1100', to: '1108' },
  'posting.revenue.default': { type: 'revenue', from: '3000', to: '3799' },
  'posting.bank': { type: 'asset', from: '1010', to: '1059' },
  'posting.expense.default': { type: 'expense', from: '4000', to: '6799' },
}

/**
 * The default mappings of a chart, so that documents are booked even if the client has set no mappings.
 *
 * @returns mapping key and account code, one for each role that the chart has an active account for
 */
export function defaultMappings(chart: readonly Candidate[]): { mapping_key: string; account_code: string }[] {
  const active = chart.filter(({ status }) => status === 'active')
  const codes = new Set(active.map(({ account_code }) => account_code))
  return Object.entries(BY_CODE).flatMap(([mapping_key, candidates]) => {
    const account_code = candidates.find((code) => codes.has(code)) ?? lowestInRange(active, mapping_key)
    return account_code ? [{ mapping_key, account_code }] : []
  })
}

/** Codes are compared as text, which is how a chart is read: 20001 stands between 2000 and 2001. */
function lowestInRange(active: readonly Candidate[], mapping_key: string): string | undefined {
  const range = BY_RANGE[mapping_key]
  if (!range) return undefined
  return active
    .filter(({ account_type, account_code }) => account_type === range.type && isBetween(account_code, range))
    .map(({ account_code }) => account_code)
    .sort()[0]
}

function isBetween(account_code: string, { from, to }: { from: string; to: string }): boolean {
  const group = account_code.slice(0, 4)
  return group >= from && group <= to
}
