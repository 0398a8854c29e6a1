import { get } from '../../support/client.ts'
import { YEARS } from './random-ledgers.ts'

const NAMES = [
  'or-balance-sheet',
  'or-income-statement',
  'balance-sheet',
  'income-statement',
  'trial-balance',
  'account-ledger',
]

export async function everyStatement(customer: string, more = ''): Promise<string[]> {
  const paths = YEARS.flatMap(({ fiscal_year_id }) =>
    NAMES.flatMap((name) =>
      ['month', 'quarter'].map(
        (granularity) =>
          `/v1/statements/${name}?end_customer_id=${customer}&fiscal_year_id=${fiscal_year_id}&granularity=${granularity}` +
          `&comparison=prior_fiscal_year${name === 'account-ledger' ? '&account_code=1100' : ''}${more}`,
      ),
    ),
  )
  return Promise.all(paths.map(async (path) => (await get(path)).text))
}

export async function readStatement<const Name extends string>(
  customer: string,
  name: Name,
  fiscal_year_id: string,
  more = '',
) {
  return (await get(`/v1/statements/${name}?end_customer_id=${customer}&fiscal_year_id=${fiscal_year_id}${more}`)).body
}
