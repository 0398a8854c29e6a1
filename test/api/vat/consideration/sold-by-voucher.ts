import { chf, credit } from '../../../support/requests/examples.ts'

export const DECEMBER = { business_date: '2025-12-10' }
/** 1'000.00 and 81.00, for a voucher. */
export const SOLD = [credit('3200', 100_000), credit('2200', 8_100, { tax_code: 'V81', tax_base: chf(100_000) })]

export const on = (business_date: string) => ({ business_date })

/** A voucher's line that opens an item. */
export const opens = (more: object = {}) => ({ open_item: { new: { partner: { name: 'Kundin GmbH' }, ...more } } })
