type FrozenPosting = { readonly posting_date: string; readonly frozen_through?: string | null }

const PERIODS =
  'current for changed consideration (Art. 41), correction or annual_reconciliation for an error (Art. 71, 72)'
const message = (through: string, { posting_date }: FrozenPosting) =>
  posting_date > through
    ? `It corrects an error, and VAT returns are filed through ${through}: send the supply_date of what it corrects, or leave cause and vat_period out where that is in no filed return.`
    : `There is tax on ${posting_date}, and VAT returns are filed through ${through}: say where it counts.`

/** A row of the rules that block a posting. Filing locks tax, not dates: lines without tax are posted. */
export const VAT_PERIOD_RULE = {
  code: 'vat_period_missing',
  source: 'MWSTG Art. 41, 71, 72',
  violations: ({ frozen_through = null }: FrozenPosting) =>
    frozen_through === null ? [] : [{ subject: frozen_through }],
  fact: { pointer: '/vat_period', remedy: `Send the fact again with vat_period: ${PERIODS}.`, message },
  money: { remedy: `Reverse it and send it again with vat_period: ${PERIODS}.`, message },
} as const
