import { isUid } from '../../../shared/accounting/documents/uid.ts'
import { table } from '../../support/table.ts'

table('UID', isUid, [
  ['CHE-116.281.710', true],
  ['CHE-100.155.212', true],
  ['CHE-107.787.577', true],
  ['CHE-109.322.551', true],
  ['CHE-123.456.788', true],
  ['CHE-123.456.789', false],
  ['CHE-116.281.711', false],
  ['CHE-116.281.170', false],
  ['CHE-100.000.160', false],
  ['CHE-116.281.710 MWST', true],
  ['che 116.281.710 tva', true],
  ['CHE116281710IVA', true],
  ['CHE-116.281.710 TPV', true],
  ['CHE-116.281.710 VAT', false],
  ['CH-116.281.710 MWST', false],
  ['116281', false],
])
