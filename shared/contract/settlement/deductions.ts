import { id, money, moneyAnswer } from '../primitives.ts'
import { exactly, type FromSchema } from '../schema.ts'
import { accountCode } from '../setup/accounts.ts'

const DEDUCTION_TYPES = ['discount', 'bank_charges', 'rounding', 'write_off', 'other'] as const

const deduction = {
  title: 'Deduction',
  description: 'What makes the item and its payment differ',
  type: 'object',
  required: ['type', 'amount'],
  additionalProperties: false,
  properties: {
    type: {
      enum: DEDUCTION_TYPES,
      description:
        'discount and write_off reduce the tax of the document too; other stands on the account that is given',
    },
    amount: {
      ...money,
      description:
        'Tax included, in the currency of the item and with its sign. Bank charges are always positive; those of a settlement are in the currency of its money',
    },
    account_code: { ...accountCode, description: 'Of other alone, which needs it' },
    tax_code: {
      ...id,
      description:
        'Of other alone: a code of the document that it reduces, on a sale the code of the reduction (VS81 for V81). Default: it reduces no tax',
    },
  },
} as const
export type Deduction = FromSchema<typeof deduction>

export const deductions = { type: 'array', minItems: 1, maxItems: 20, items: deduction } as const

export const deductionsAnswer = {
  type: 'array',
  items: exactly('DeductionAnswer', {
    type: { enum: DEDUCTION_TYPES },
    amount: moneyAnswer,
    account_code: { type: ['string', 'null'] },
    tax_code: { type: ['string', 'null'] },
  }),
} as const
