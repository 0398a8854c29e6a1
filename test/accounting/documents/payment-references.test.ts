import { isPaymentReference } from '../../../shared/accounting/documents/payment-references.ts'
import { table } from '../../support/table.ts'

table('payment references', isPaymentReference, [
  ['210000000003139471430009017', true],
  ['21 00000 00003 13947 14300 09017', true],
  ['000000000000000000000000011', true],
  ['202611210000000000000047115', true],
  ['210000000003139471430009016', false],
  ['000000000000000000000000000', false],
  ['21000000000313947143000901', false],
  ['RF18539007547034', true],
  ['rf18 5390 0754 7034', true],
  ['RF714711', true],
  ['RF16INV20260001', true],
  ['RF85R2026ABC', true],
  ['RF17539007547034', false],
  ['RF00539007547034', false],
  ['RF18', false],
])
