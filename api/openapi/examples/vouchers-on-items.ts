import { chf, type Example } from './example.ts'
import { expenseDocument } from './expense.ts'

/** Vouchers whose lines open an item. */
export const VOUCHERS_ON_ITEMS: readonly Example[] = [
  {
    name: 'voucher-that-opens-an-item',
    operation_id: 'recordJournalVoucher',
    summary: 'The sales of a day are one receivable of a collective partner',
    request: () => ({
      body: {
        ...expenseDocument('V-2026-015', { payload: {} }),
        business_date: '2026-01-15',
        source_system: 'fiduciary',
        fact_type: 'journal_voucher',
        payload: {
          text: 'Tagesumsatz Laden',
          document_number: 'V-2026-015',
          lines: [
            {
              account_code: '1100',
              debit: chf(32_430),
              open_item: { new: { partner: { name: 'Laufkundschaft 15.01.2026' }, due_date: '2026-01-15' } },
            },
            { account_code: '3400', credit: chf(30_000) },
            { account_code: '2200', credit: chf(2_430), tax_code: 'V81', tax_base: chf(30_000) },
          ],
        },
      },
    }),
  },
]
