import { FIRST_DAY } from '../../contract/vat/registrations.ts'
import type { PostingSettings } from './posting-settings.ts'

/** The settings of an end customer that its first request makes: what a fact is decided by that nobody has sent anything before. */
export const NEW_BOOKS: PostingSettings = {
  base_currency: 'CHF',
  vat_registrations: [
    {
      valid_from: FIRST_DAY,
      method: 'effective',
      consideration: 'agreed',
      filing_period: 'quarter',
      activities: [],
      exchange_rates: 'daily',
    },
  ],
  vat_filed_through: null,
  vat_filed_from: null,
  legal_form: 'company',
  fiscal_years: [],
  locked_through: null,
  chart_versions: [],
  chart_accounts: [],
  mappings: [],
  control_accounts: [],
}
