import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { type Example, ours } from './example.ts'

/** A joinery that was founded on 1 July 2025: its fiscal year, chart, settings, mappings and rates. */
export const SET_UP: readonly Example[] = [
  {
    name: 'short-first-year',
    operation_id: 'putFiscalYear',
    summary: 'A first year of six months; later ones follow by themselves',
    request: () => ({
      path: { fiscal_year_id: 'FY2025' },
      body: { ...ours, start_date: '2025-07-01', end_date: '2025-12-31' },
    }),
  },
  {
    name: 'chart',
    operation_id: 'putAccounts',
    summary: 'An extract of the Swiss SME chart; its codes bring the mappings along',
    request: () => ({
      body: {
        ...ours,
        valid_from: '2025-07-01',
        source_reference: 'Kontenrahmen KMU',
        accounts: [
          { account_code: '1000', account_name: 'Kasse', account_type: 'asset' },
          { account_code: '1020', account_name: 'Bankguthaben', account_type: 'asset' },
          { account_code: '1100', account_name: 'Forderungen aus Lieferungen', account_type: 'asset' },
          { account_code: '1171', account_name: 'Vorsteuer Betriebsaufwand', account_type: 'asset' },
          { account_code: '1192', account_name: 'Geleistete Anzahlungen', account_type: 'asset' },
          { account_code: '2000', account_name: 'Verbindlichkeiten aus Lieferungen', account_type: 'liability' },
          { account_code: '2030', account_name: 'Erhaltene Anzahlungen', account_type: 'liability' },
          { account_code: '2200', account_name: 'Geschuldete MWST', account_type: 'liability' },
          { account_code: '2201', account_name: 'Abrechnungskonto MWST', account_type: 'liability' },
          { account_code: '2215', account_name: 'Kreditkarte', account_type: 'liability' },
          { account_code: '2800', account_name: 'Stammkapital', account_type: 'equity' },
          { account_code: '2979', account_name: 'Jahresgewinn oder Jahresverlust', account_type: 'equity' },
          { account_code: '3400', account_name: 'Dienstleistungserlöse', account_type: 'revenue' },
          { account_code: '3800', account_name: 'Erlösminderungen', account_type: 'revenue' },
          { account_code: '6500', account_name: 'Verwaltungsaufwand', account_type: 'expense' },
          { account_code: '6570', account_name: 'Informatikaufwand', account_type: 'expense' },
          { account_code: '6940', account_name: 'Bankspesen', account_type: 'expense' },
        ],
      },
    }),
  },
  {
    name: 'chart-of-a-day',
    operation_id: 'listAccounts',
    summary: 'The chart as it is valid on a day',
    request: () => ({ query: { ...ours, valid_on: '2026-01-31', limit: 5 } }),
  },
  {
    name: 'settings',
    operation_id: 'putEndCustomer',
    summary: 'Name, UID, address, and how VAT is declared',
    request: () => ({
      path: ours,
      body: {
        name: 'Schreinerei Aare GmbH',
        uid: 'CHE-314.159.269',
        vat_method: 'effective',
        base_currency: 'CHF',
        locale: 'de' satisfies Locale,
        structured_address: { post_code: '3005', town_name: 'Bern', country: 'CH' },
      },
    }),
  },
  {
    name: 'end-customer',
    operation_id: 'getEndCustomer',
    summary: 'The settings as they are now',
    request: () => ({ path: ours }),
  },
  {
    name: 'vat-registration',
    operation_id: 'putVatRegistration',
    summary: 'From the next year on, tax is due with payments',
    request: () => ({
      body: {
        ...ours,
        valid_from: '2027-01-01',
        method: 'effective',
        consideration: 'received',
        filing_period: 'quarter',
        reason: 'Bewilligung der ESTV vom 4. November 2026',
      },
    }),
  },
  {
    name: 'vat-registrations',
    operation_id: 'getVatRegistrations',
    summary: 'The registrations by their days, and who changed them why',
    request: () => ({ query: ours }),
  },
  {
    name: 'answer-about-a-supplier',
    operation_id: 'putSupplierUid',
    summary: 'Its UID came without the suffix MWST, and the register has it',
    request: () => ({
      body: { ...ours, uid: 'CHE-107.787.577', is_registered: true, reason: 'Im UID-Register nachgeschlagen' },
    }),
  },
  {
    name: 'suppliers-asked-about',
    operation_id: 'listSupplierUids',
    summary: 'Suppliers whose UID came without the suffix, and what was answered',
    request: () => ({ query: ours }),
  },
  {
    name: 'tax-not-due',
    operation_id: 'listTaxNotDue',
    summary: 'Nothing: under agreed consideration tax is due with the document',
    request: () => ({ query: { ...ours, date: '2026-03-31' } }),
  },
  {
    name: 'fiscal-years',
    operation_id: 'listFiscalYears',
    summary: 'The short first year, and the years up to the present one',
    request: () => ({ query: ours }),
  },
  {
    name: 'mapping-of-a-supplier',
    operation_id: 'putAccountMappings',
    summary: 'Invoices of the supplier L-1077 are IT expense',
    request: () => ({
      body: {
        ...ours,
        mappings: [{ mapping_key: 'posting.expense.supplier.L-1077', account_code: '6570', valid_from: '2025-07-01' }],
      },
    }),
  },
  {
    name: 'mapping-of-a-bank-account',
    operation_id: 'putAccountMappings',
    summary: 'The ledger account of an IBAN; bank statements under its QR-IBAN are those of the same account',
    request: () => ({
      body: {
        ...ours,
        mappings: [
          {
            mapping_key: 'posting.bank.CH9300762011623852957',
            account_code: '1020',
            valid_from: '2025-07-01',
            qr_iban: 'CH4431999123000889012',
          },
        ],
      },
    }),
  },
  {
    name: 'relation-of-a-shareholder',
    operation_id: 'putPartnerRelations',
    summary: 'A customer is a shareholder from this day on',
    request: () => ({
      body: {
        ...ours,
        relations: [
          {
            partner: { name: 'Gasthof Löwen AG', reference: 'K-2001' },
            related_to: 'holders',
            valid_from: '2025-07-01',
          },
        ],
      },
    }),
  },
  {
    name: 'partner-relations',
    operation_id: 'listPartnerRelations',
    summary: 'What partners are, and since when',
    request: () => ({ query: ours }),
  },
  {
    name: 'mappings-of-an-account',
    operation_id: 'listAccountMappings',
    summary: 'Every role that an account plays',
    request: () => ({ query: { ...ours, account_code: '6570' } }),
  },
  {
    name: 'rates',
    operation_id: 'putExchangeRates',
    summary: 'One euro is 0.9312 francs on this day, and 0.9341 on the average of the month',
    request: () => ({
      body: {
        ...ours,
        rates: [
          { currency: 'EUR', rate_date: '2026-01-05', rate: '0.9312', source: 'BAZG Tageskurs' },
          { currency: 'EUR', month: '2026-01', rate: '0.9341', source: 'BAZG Monatsmittelkurs' },
        ],
      },
    }),
  },
  {
    name: 'rates-of-the-euro',
    operation_id: 'listExchangeRates',
    summary: 'The rates of one currency',
    request: () => ({ query: { ...ours, currency: 'EUR' } }),
  },
]
