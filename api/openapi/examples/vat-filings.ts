import { type Example, ours } from './example.ts'

/** The first quarter is filed, once everything of the story is booked. */
export const VAT_FILINGS: readonly Example[] = [
  {
    name: 'file-vat-return',
    operation_id: 'fileVatReturn',
    summary: 'The first quarter: its tax goes to the account with the tax administration',
    request: () => ({ path: { period: '2026-Q1' }, body: ours }),
  },
  {
    name: 'vat-filings',
    operation_id: 'listVatFilings',
    summary: 'What was filed, newest first',
    request: () => ({ query: ours }),
  },
]
