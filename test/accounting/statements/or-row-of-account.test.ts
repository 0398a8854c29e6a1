import { orRowOf } from '../../../shared/accounting/statements/or-rows/of-account.ts'
import { table } from '../../support/table.ts'

table('rows of accounts', orRowOf, [
  ['1020', 'asset', 'fluessige_mittel'],
  ['11701', 'asset', 'uebrige_kurzfristige_forderungen'],
  ['2000', 'liability', 'verbindlichkeiten_ll'],
  ['2979', 'equity', 'jahresgewinn_jahresverlust'],
  ['2980', 'equity', 'eigene_kapitalanteile'],
  ['9100', 'closing', 'abschluss_hilfskonten'],
  ['3400', 'revenue', 'nettoerloese'],
  ['3800', 'expense', 'nettoerloese'],
  ['6960', 'expense', 'finanzaufwand'],
  ['6960', 'revenue', 'finanzertrag'],
  ['7510', 'expense', 'nebenaufwand'],
  ['7510', 'revenue', 'nebenertrag'],
  ['8900', 'expense', 'direkte_steuern'],
  ['1020', 'liability', undefined],
  ['1950', 'asset', undefined],
  ['170', 'asset', undefined],
  ['BANK', 'asset', undefined],
])
