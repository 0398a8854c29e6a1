import { chf, ours } from './example.ts'

/** An expense document that is booked at once. */
export const expense = {
  ...ours,
  business_date: '2026-01-14',
  external_reference: 'EXP-2026-0001',
  idempotency_key: 'EXP-2026-0001',
  source_system: 'expense-tool',
  source_hash: '0e2c1a8a6c3f3f0c1dd1a0a4d42a7e8fd7a5d9f59a5fd5c3c4a4cb2f6ff1f6b1',
  source_payload_hash: '7f4d9a3be1bb0e0a6a2c76f1e74f0d34bb61ab5f8d4f5a9d5d5a3f4f0c57a2d9',
  fact_type: 'expense_document',
  evidence_links: [
    {
      type: 'receipt',
      sha256: '3b1f6c0f2a9dfb2f5a9b51b6b9f3e8f6c0c8ef2d5a8a2b7e41d6a3e0b9c4d7f1',
      media_type: 'application/pdf',
      label: 'R-48213.pdf',
    },
  ],
  payload: {
    currency: 'CHF',
    document_date: '2026-01-12',
    due_date: '2026-02-11',
    document_number: 'R-48213',
    gross_amount: chf(10_810),
    receipt_required: true,
    supplier: {
      name: 'Papeterie Muster AG',
      supplier_external_reference: 'L-1042',
      uid_mwst_number: 'CHE-116.281.710 MWST',
      structured_address: { street_name: 'Hauptstrasse', post_code: '3011', town_name: 'Bern', country: 'CH' },
    },
    tax_lines: [{ tax_code: 'I81', net_amount: chf(10_000), tax_amount: chf(810) }],
  },
} as const

/** Another document of the source system, with another reference everywhere. */
export const expenseDocument = (
  reference: string,
  { payload, ...fields }: { payload: object; [field: string]: unknown },
) => ({
  ...expense,
  external_reference: reference,
  idempotency_key: reference,
  ...fields,
  payload,
})
